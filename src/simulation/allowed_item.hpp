#pragma once
// Items drawn one by one until one is allowed.

#include <didact/core/items.hpp>

#include <functional>

namespace didact::simulation {

/// Draws until an item is allowed beside those there are; throws std::runtime_error when that seems not to come.
Vector allowed_item(const ItemDomain& allowed, const Eigen::Ref<const Matrix>& before,
                    const std::function<Vector()>& draw);

}  // namespace didact::simulation
