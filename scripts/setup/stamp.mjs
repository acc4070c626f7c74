/**
 * A stamp is a small file with the hash of a result's sources. While the hash stays the same, the work is not
 * repeated. It covers contents, not times, which a fresh checkout or a copied folder changes.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** @param {Record<string, string | Buffer>} parts name -> contents; the order does not matter */
export function hashOf(parts) {
  const hash = createHash('sha256')
  for (const name of Object.keys(parts).sort()) {
    const contents = Buffer.from(parts[name])
    hash.update(`${name}\0${contents.length}\0`).update(contents)
  }
  return hash.digest('hex')
}

/** Paths of all files below a folder, relative to it, with forward slashes, sorted. */
export function filesBelow(folder, { skip = () => false } = {}) {
  const found = []
  const visit = (relative) => {
    for (const entry of readdirSync(path.join(folder, relative), { withFileTypes: true })) {
      const name = relative === '' ? entry.name : `${relative}/${entry.name}`
      if (skip(name)) continue
      if (entry.isDirectory()) visit(name)
      else if (entry.isFile()) found.push(name)
    }
  }
  if (existsSync(folder)) visit('')
  return found.sort()
}

export const readStamp = (file) => (existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined)

export function writeStamp(file, value) {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, `${value}\n`)
}
