/** Replays the answers of a service of the generator from memory, so that the service's own work is not measured. */
import { createServer } from 'node:http'

/** @param {{ baseUrl: string, token: string }} upstream */
export async function startReplay(upstream) {
  const kept = new Map()
  /** When the last byte of each answer was handed to the network, by path. */
  const sentAt = new Map()
  async function answerTo(url) {
    const known = kept.get(url)
    if (known) return known
    const answer = await fetch(new URL(url, upstream.baseUrl), {
      headers: { authorization: `Bearer ${upstream.token}` },
    })
    const body = Buffer.from(await answer.arrayBuffer())
    const value = { status: answer.status, body }
    kept.set(url, value)
    return value
  }
  const server = createServer(async (request, response) => {
    const { status, body } = await answerTo(request.url)
    response.writeHead(status, { 'content-type': 'application/json', 'content-length': body.length })
    response.end(body, () => sentAt.set(pathOf(request.url), Date.now()))
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${server.address().port}`,
    /** Reads an answer before it is asked for. A long one takes the service longer than the app waits for its headers. */
    prepare: async (path) => void (await answerTo(path)),
    /** Path and content of the largest answer, the list of insights. */
    insights: () => [...kept].sort(([, one], [, other]) => other.body.length - one.body.length)[0],
    sentAt: () => Math.max(0, ...[...sentAt].filter(([path]) => path.endsWith('/insights')).map(([, at]) => at)),
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

const pathOf = (url) => new URL(url, 'http://localhost').pathname
