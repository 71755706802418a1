#pragma once
// Everything: learners, efforts, teach() and evaluate().

#include <didact/learners/bernoulli.hpp>
#include <didact/learners/categorical.hpp>
#include <didact/learners/exponential.hpp>
#include <didact/learners/gaussian.hpp>
#include <didact/learners/gaussian_mean.hpp>
#include <didact/learners/geometric.hpp>
#include <didact/learners/multivariate_gaussian.hpp>
#include <didact/learners/multivariate_gaussian_mean.hpp>
#include <didact/learners/poisson.hpp>
#include <didact/solvers/teach.hpp>
