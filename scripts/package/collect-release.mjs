/**
 * Collects the packages of all platforms in one folder, laid out for a release and an update server. Two machines, one for
 * each kind of processor, make packages for macOS. Both write latest-mac.yml, whose lists of files are merged.
 */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Lines below `files:`. */
const listed = /^files:\n((?:[ -].*\n)+)/m

/** @param {string[]} feeds of one version @returns {string} the first one, with the files of all */
export function mergeFeeds(feeds) {
  const versions = new Set(feeds.map((feed) => /^version: .*$/m.exec(feed)?.[0]))
  if (versions.size !== 1) throw new Error(`The feeds are of different versions: ${[...versions].join(', ')}`)
  const files = feeds.map((feed) => {
    const found = listed.exec(feed)?.[1]
    if (found === undefined) throw new Error('A feed lists no files.')
    return found
  })
  return feeds[0].replace(listed, () => `files:\n${files.join('')}`)
}

/**
 * @param {string} packages a folder for each platform
 * @param {string} release gets the files of all
 */
export function collectRelease(packages, release) {
  mkdirSync(release)
  const feeds = new Map()
  for (const platform of readdirSync(packages).sort()) {
    for (const name of readdirSync(path.join(packages, platform))) {
      const file = path.join(packages, platform, name)
      if (/^latest.*\.yml$/.test(name)) feeds.set(name, [...(feeds.get(name) ?? []), readFileSync(file, 'utf8')])
      // The bill of materials differs by platform, as native modules do.
      else copyFileSync(file, path.join(release, name.replace(/\.cdx\.json$/, `-${platform}.cdx.json`)))
    }
  }
  for (const [name, texts] of feeds) writeFileSync(path.join(release, name), mergeFeeds(texts))
}

if (process.argv[1] === import.meta.filename) collectRelease(process.argv[2], process.argv[3])
