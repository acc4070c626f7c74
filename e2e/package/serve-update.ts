// An update server on this computer, with a feed and the one file that it names.
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ServedUpdate {
  readonly address: string
  /** Paths of the requests, without queries. */
  paths(): readonly string[]
  /** Replaces the file. The feed still has the hash of the first one. */
  replace(file: Buffer): void
  close(): Promise<void>
}

export async function serveUpdate(version: string, published: Buffer): Promise<ServedUpdate> {
  const sha512 = createHash('sha512').update(published).digest('base64')
  const feed = `version: ${version}\nfiles:\n  - url: desk-x86_64.AppImage\n    sha512: ${sha512}\n`
  const paths: string[] = []
  let sent = published
  const server = createServer(({ url = '' }, response) => {
    const path = url.split('?')[0] ?? ''
    paths.push(path)
    if (path === '/latest-linux.yml') response.end(feed)
    else if (path.endsWith('.AppImage')) response.end(sent)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    paths: () => paths,
    replace: (file) => (sent = file),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
