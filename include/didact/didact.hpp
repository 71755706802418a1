#pragma once
// Everything: learners, efforts, teach() and evaluate().

#include <didact/learners/gaussian_naive_bayes.hpp>
#include <didact/learners/markov_chain.hpp>
#include <didact/learners/naive_bayes.hpp>
#include <didact/regression/regression_problem.hpp>
#include <didact/shipped.hpp>
#include <didact/solvers/teach.hpp>
