/**
 * Cycles between folders, at any depth. An import counts between the two places right below the deepest folder that
 * holds both files: `src/main/outbox/send.ts` importing `src/main/sync/testing/clock.ts` is `src/main/outbox` importing
 * `src/main/sync`; a file beside a folder is a place of its own.
 */

/** @typedef {{ source: string, dependencies: { resolved: string }[] }} Module as dependency-cruiser reports it */
/** @typedef {Map<string, Map<string, string>>} Edges from place to place, each with one import as an example */

/** @param {Module[]} modules @returns {Edges} */
function folderEdges(modules) {
  const edges = new Map()
  for (const { source, dependencies } of modules) {
    for (const { resolved } of dependencies) {
      const [from, to] = placesOf(source, resolved)
      if (from === to) continue
      const targets = edges.get(from) ?? new Map()
      if (!targets.has(to)) targets.set(to, `${source} imports ${resolved}`)
      edges.set(from, targets)
    }
  }
  return edges
}

function placesOf(source, target) {
  const [a, b] = [source.split('/'), target.split('/')]
  let depth = 0
  while (a[depth] === b[depth] && depth < Math.min(a.length, b.length) - 1) depth += 1
  return [a.slice(0, depth + 1).join('/'), b.slice(0, depth + 1).join('/')]
}

const isFile = (place) => /\.[a-z]+$/.test(place)

/** Finds the shortest way back to each place. The linter finds cycles of files. @returns {string[][]} */
function findCycles(edges) {
  const cycles = new Map()
  for (const start of edges.keys()) {
    const cycle = shortestCycle(edges, start)
    if (cycle === undefined || cycle.every(isFile)) continue
    const key = [...cycle].sort().join(' ')
    if (!cycles.has(key)) cycles.set(key, cycle)
  }
  return [...cycles.values()]
}

function shortestCycle(edges, start) {
  const seen = new Set()
  const paths = [[start]]
  for (const path of paths) {
    for (const next of edges.get(path.at(-1))?.keys() ?? []) {
      if (next === start) return path
      if (!seen.has(next)) paths.push([...path, next])
      seen.add(next)
    }
  }
  return undefined
}

/** @param {Module[]} modules @returns {string[]} problems */
export function checkFolderCycles(modules) {
  const edges = folderEdges(modules)
  return findCycles(edges).map((cycle) => {
    const steps = cycle.map((place, at) => edges.get(place).get(cycle[(at + 1) % cycle.length]))
    return `folders in a cycle: ${[...cycle, cycle[0]].join(' -> ')}\n    ${steps.join('\n    ')}`
  })
}
