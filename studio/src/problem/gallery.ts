// Where to begin: the paper's examples and the worked stories, as they are in the project's examples.

import multinomial from '../../../examples/multinomial.json?raw';
import gaussianMean from '../../../examples/gaussian_mean.json?raw';
import multivariate from '../../../examples/multivariate_gaussian.json?raw';
import threshold from '../../../examples/threshold.json?raw';
import hypotheses from '../../../examples/hypotheses.json?raw';
import concepts from '../../../examples/concepts.json?raw';
import naiveBayes from '../../../examples/naive_bayes.json?raw';
import flowers from '../../../examples/flowers.json?raw';
import wine from '../../../examples/wine.json?raw';
import poisoning from '../../../examples/poisoning.json?raw';
import threeConcepts from '../../../examples/three_concepts.csv?raw';
import iris from '../../../examples/data/iris.csv?raw';
import wines from '../../../examples/data/wine.csv?raw';
import tumours from '../../../examples/data/tumours.csv?raw';
import type { Problem } from '../engine/types';
import { withPlainNames } from './code';
import { withoutComments, type Json } from './json';

export interface Example {
  id: string;
  title: string;
  notice: string; // two sentences of what to look at
  text: string;
  files?: Record<string, string>;
}

export const gallery: Example[] = [
  {
    id: 'multinomial',
    title: 'Teach a dice player the odds',
    notice:
      'Ten throws are enough, and none of them shows the first face: the learner believes in it too much already. Drag the target or the price of an item and watch the counts change one by one.',
    text: multinomial,
  },
  {
    id: 'gaussian-mean',
    title: 'Correct a mean by exaggerating',
    notice:
      'The items lie beyond the target, on the other side of what the learner believes: a good teacher overshoots. Pull the belief farther away and the items move against it.',
    text: gaussianMean,
  },
  {
    id: 'multivariate',
    title: 'The tetrahedron',
    notice:
      'Four points teach a whole Gaussian in space, and they stand at the corners of a tetrahedron around the target. Turn the picture: seen from any side they are spread alike.',
    text: multivariate,
  },
  {
    id: 'threshold',
    title: 'Where is the line cut?',
    notice:
      'Two items just left and right of the cut say it all; only their closeness costs. Beside it, the same learner left to itself needs many more items, even when it may choose them.',
    text: threshold,
  },
  {
    id: 'hypotheses',
    title: 'Which of two bells is it?',
    notice:
      'The best items are not typical ones: they lie at the edge of what is allowed, where the two hypotheses differ most. Move the bells together and more of them are needed, until teaching is not worth its price.',
    text: hypotheses,
  },
  {
    id: 'concepts',
    title: 'One concept among three',
    notice:
      'Two labelled items rule out every concept but one; the marked columns are the teaching set. Choose another concept as the target and see how many it needs.',
    text: concepts,
    files: { 'three_concepts.csv': threeConcepts },
  },
  {
    id: 'naive-bayes',
    title: 'Documents that show what a class is about',
    notice:
      'Four short documents of politics and one of sport: the prior already expects much sport. Make words cheaper and the documents grow, but do not become more.',
    text: naiveBayes,
  },
  {
    id: 'flowers',
    title: 'Ten flowers that stand for fifty',
    notice:
      'The ten chosen flowers lie a little beyond the middle of the cloud, away from what the learner believed before. After them its ellipse nearly covers that of all fifty.',
    text: flowers,
    files: { 'iris.csv': iris },
  },
  {
    id: 'wine',
    title: 'A few wines for all of them',
    notice:
      'Eight of the 178 wines leave the learner where all of them would, at this price. The search takes its time: what it has found and proven is shown, and you may take the best so far.',
    text: wine,
    files: { 'wine.csv': wines },
  },
  {
    id: 'poisoning',
    title: 'How few rows move a filter?',
    notice:
      'The learner has seen hundreds of benign tumours, and it takes 185 rows slipped in among them to drag its mean all the way. Give each a price of 1, and see how far eighteen well-chosen ones get.',
    text: poisoning,
    files: { 'tumours.csv': tumours },
  },
];

export const problemOf = (text: string): Problem => withPlainNames(JSON.parse(withoutComments(text)) as Json) as Problem;
