// React keeps a stack of calls and a task for every element, for its own developer tools: a sixth of the cost of the page's
// tests. It stops by itself after ten thousand elements a second; here it stops at the first. Its warnings stay, and so do
// the stacks of components.
import * as React from 'react'

const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE')
if (typeof internals === 'object' && internals !== null) {
  // The setter is needed: React counts up, and begins again every second.
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Number.POSITIVE_INFINITY, set: () => {} })
}
