#pragma once
// Everything: learners, problems, efforts, teach(), evaluate(), and the random sets that lessons are compared with.

#include <didact/concepts/concepts_problem.hpp>
#include <didact/concepts/dimension.hpp>
#include <didact/concepts/mislabelling.hpp>
#include <didact/concepts/named_classes.hpp>
#include <didact/core/beyond_reach.hpp>
#include <didact/hypotheses/hypotheses_problem.hpp>
#include <didact/learners/gaussian_naive_bayes.hpp>
#include <didact/learners/markov_chain.hpp>
#include <didact/learners/naive_bayes.hpp>
#include <didact/linear/linear_problem.hpp>
#include <didact/regression/regression_problem.hpp>
#include <didact/search/pool_search.hpp>
#include <didact/search/range_search.hpp>
#include <didact/shipped.hpp>
#include <didact/simulation/populations.hpp>
#include <didact/simulation/simulate.hpp>
#include <didact/simulation/threshold_baselines.hpp>
#include <didact/solvers/teach.hpp>
#include <didact/threshold/threshold.hpp>
#include <didact/version.hpp>
