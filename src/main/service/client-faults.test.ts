// The client against network faults: redirects, stalls, trickles, broken and huge bodies, untrusted certificates.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { createServiceClient } from './client'
import { holdClosedPort } from './testing/closed-port'
import { failureOf } from './testing/failures'
import { startFull } from './testing/full-listener'
import { type Served, serve, serveAnswer, serveJson, serveSecurely, targetAt } from './testing/serve'

const client = createServiceClient({ fetch })
const open: { close(): unknown }[] = []

async function using(server: Promise<Served>): Promise<Served> {
  const served = await server
  open.push(served)
  return served
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()))
})

const json = { 'content-type': 'application/json' }
const list = (served: Served, by = client) => by.send(targetAt(served.baseAddress), 'listKnowledge', {}, {})

async function stream(served: Served, by = client, signal?: AbortSignal): Promise<string> {
  const pieces: Uint8Array[] = []
  const onBytes = async (bytes: Uint8Array) => {
    pieces.push(bytes)
  }
  await by.streamList(targetAt(served.baseAddress), 'listInsights', { onBytes, ...(signal ? { signal } : {}) })
  return Buffer.concat(pieces).toString()
}

describe('redirects', () => {
  test.each([301, 302, 303, 307, 308])('throws REDIRECTED for %d and sends nothing to its target', async (status) => {
    const elsewhere = await using(serveJson(200, { data: [] }))
    const server = await using(serveAnswer(status, { location: `${elsewhere.baseAddress}/` }, ''))
    expect((await failureOf(list(server))).code).toBe('REDIRECTED')
    expect((await failureOf(stream(server))).code).toBe('REDIRECTED')
    const create = client.send(targetAt(server.baseAddress), 'createInsight', {}, { body: {} })
    expect((await failureOf(create)).code).toBe('REDIRECTED')
    expect(elsewhere.requests).toEqual([])
    expect(server.requests).toHaveLength(3)
  })

  test('does not follow a redirect to the same server', async () => {
    const server = await using(serveAnswer(307, { location: '/elsewhere' }, ''))
    expect((await failureOf(list(server))).code).toBe('REDIRECTED')
    expect(server.requests).toHaveLength(1)
  })
})

describe('connecting', () => {
  test('throws CONNECTION_REFUSED for a closed port', async () => {
    const closed = await holdClosedPort()
    open.push(closed)
    const call = client.send(targetAt(closed.baseUrl), 'listKnowledge', {}, {})
    expect(await failureOf(call)).toMatchObject({ code: 'CONNECTION_REFUSED', retryable: true })
  })

  test('throws NAME_NOT_FOUND for an unknown host name', async () => {
    const call = client.send(targetAt('https://service.invalid'), 'listKnowledge', {}, {})
    expect((await failureOf(call)).code).toBe('NAME_NOT_FOUND')
  })

  test('throws TLS_UNTRUSTED for an untrusted certificate and sends nothing', async () => {
    const server = await using(serveSecurely(selfSigned(), (_, response) => response.writeHead(200, json).end('{}')))
    expect((await failureOf(list(server))).code).toBe('TLS_UNTRUSTED')
    expect(server.requests).toEqual([])
  })

  test('throws TLS_UNTRUSTED when an http server gets an https read, and CONNECTION_LOST for a change', async () => {
    const server = await using(serveJson(200, { data: [] }))
    const call = client.send(targetAt(`https://127.0.0.1:${server.port}`), 'listKnowledge', {}, {})
    expect((await failureOf(call)).code).toBe('TLS_UNTRUSTED')
    // The error looks like that of a connection that breaks later, so a change may have arrived.
    const create = client.send(targetAt(`https://127.0.0.1:${server.port}`), 'createInsight', {}, { body: {} })
    expect((await failureOf(create)).code).toBe('CONNECTION_LOST')
    expect(server.requests).toEqual([])
  })

  test('throws CONNECTION_LOST when the server closes without an answer', async () => {
    const server = createServer((socket) => socket.destroy())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    const call = client.send(targetAt(`http://127.0.0.1:${address.port}`), 'listKnowledge', {}, {})
    expect((await failureOf(call)).code).toBe('CONNECTION_LOST')
    server.close()
  })
})

describe('timeouts', () => {
  // Each client has one short limit only, so that on a busy machine no other limit ends the request first.
  const limited = (limits: Parameters<typeof createServiceClient>[0]['limits']) =>
    createServiceClient({ fetch, limits: limits ?? {} })
  const stalling = limited({ stallMs: 100, progressBytes: 64 })

  test('throws TIMEOUT when no headers arrive', async () => {
    const server = await using(serve(() => {}))
    expect(await failureOf(list(server, limited({ headersMs: 80 })))).toMatchObject({
      code: 'TIMEOUT',
      retryable: true,
    })
  })

  test('throws TIMEOUT when connecting never completes', async () => {
    const { port, end } = await startFull()
    try {
      const call = limited({ headersMs: 80 }).send(targetAt(`http://127.0.0.1:${port}`), 'listKnowledge', {}, {})
      expect(await failureOf(call)).toMatchObject({ code: 'TIMEOUT', retryable: true })
    } finally {
      await end()
    }
  })

  test('throws TIMEOUT when the body stalls', async () => {
    const server = await using(serve((_, response) => response.writeHead(200, json).write('{"data":[')))
    expect((await failureOf(list(server, stalling))).code).toBe('TIMEOUT')
    expect((await failureOf(list(server, limited({ sendTotalMs: 80 })))).code).toBe('TIMEOUT')
    expect((await failureOf(stream(server, stalling))).code).toBe('TIMEOUT')
  })

  test('throws TIMEOUT for a trickle', async () => {
    const server = await using(trickle(' ', 10))
    expect((await failureOf(stream(server, stalling))).code).toBe('TIMEOUT')
  })

  test('throws TIMEOUT at the total limit despite steady progress', async () => {
    const server = await using(trickle(' '.repeat(1000), 10))
    expect((await failureOf(stream(server, limited({ streamTotalMs: 300 })))).code).toBe('TIMEOUT')
  })

  test('does not time out while the reader is slow', async () => {
    const server = await using(serveAnswer(200, json, `{"data":[${' '.repeat(200)}]}`))
    const onBytes = () => new Promise<void>((resolve) => setTimeout(resolve, 3000))
    // Longer than a busy machine takes to hand over bytes that are there.
    await limited({ stallMs: 2000, progressBytes: 64 }).streamList(targetAt(server.baseAddress), 'listInsights', {
      onBytes,
    })
  })

  test('throws CANCELLED when the caller aborts before sending, while waiting, or during the body', async () => {
    const silent = await using(serve(() => {}))
    const before = AbortSignal.abort()
    const call = client.send(targetAt(silent.baseAddress), 'listKnowledge', {}, { signal: before })
    expect((await failureOf(call)).code).toBe('CANCELLED')
    expect(silent.requests).toEqual([])
    expect((await failureOf(stream(silent, client, AbortSignal.timeout(30)))).code).toBe('CANCELLED')

    const closed = deferred()
    const endless = await using(
      serve((_, response) => {
        response.on('close', closed.resolve)
        response.writeHead(200, json).write('{"data":[')
      }),
    )
    const caller = new AbortController()
    // The next piece never comes.
    const onBytes = async () => void setImmediate(() => caller.abort())
    const reading = client.streamList(targetAt(endless.baseAddress), 'listInsights', { onBytes, signal: caller.signal })
    expect((await failureOf(reading)).code).toBe('CANCELLED')
    await closed.promise
  })
})

describe('an abort that does not end the body, as in Electron', () => {
  const endlessBody = () => new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(65_536)) })
  const silentBody = () => new ReadableStream({ pull: () => new Promise<void>(() => {}) })
  const answering = (body: ReadableStream, limits = {}) =>
    createServiceClient({ fetch: async () => new Response(body, { headers: json }), limits })
  const target = targetAt('https://service.invalid')

  test.each([
    ['continues', endlessBody],
    ['stalls', silentBody],
  ])('stops reading a body that %s', async (_, body) => {
    const signal = AbortSignal.timeout(40)
    const onBytes = () => new Promise<void>((resolve) => setTimeout(resolve, 5))
    expect((await failureOf(answering(body()).streamList(target, 'listInsights', { onBytes, signal }))).code).toBe(
      'CANCELLED',
    )
    const impatient = answering(body(), { streamTotalMs: 40 })
    expect((await failureOf(impatient.streamList(target, 'listInsights', { onBytes }))).code).toBe('TIMEOUT')
  })
})

describe('bodies', () => {
  test('streams a body byte for byte', async () => {
    const body = JSON.stringify({ data: Array.from({ length: 20_000 }, (_, index) => ({ index, text: 'ü🚲' })) })
    expect(await stream(await using(serveAnswer(200, json, body)))).toBe(body)
  })

  test('reads no further before onBytes resolves', async () => {
    let written = 0
    const server = await using(
      serve((_, response) => {
        response.writeHead(200, json)
        const more = () => {
          while (written < 64 * 1024 * 1024) {
            written += 65_536
            if (!response.write(' '.repeat(65_536))) return void response.once('drain', more)
          }
          response.end()
        }
        more()
      }),
    )
    const stop = new AbortController()
    let pieces = 0
    const onBytes = async () => {
      pieces += 1
      await new Promise((resolve) => setTimeout(resolve, 100))
      stop.abort()
    }
    const call = client.streamList(targetAt(server.baseAddress), 'listInsights', { onBytes, signal: stop.signal })
    expect((await failureOf(call)).code).toBe('CANCELLED')
    expect(pieces).toBe(1)
    expect(written).toBeLessThan(32 * 1024 * 1024)
  })

  test('rethrows an error of onBytes unchanged and closes the connection', async () => {
    const closed = deferred()
    const server = await using(
      serve((_, response) => {
        response.on('close', closed.resolve)
        response.writeHead(200, json).write('{"data":[')
      }),
    )
    const reason = new Error('the disk is full')
    const onBytes = () => Promise.reject(reason)
    await expect(client.streamList(targetAt(server.baseAddress), 'listInsights', { onBytes })).rejects.toBe(reason)
    await closed.promise
  })

  test.each([
    ['a body shorter than its length', { ...json, 'content-length': '1000' }],
    ['chunks that stop', json],
  ])('throws CONNECTION_LOST for %s', async (_, headers) => {
    const server = await using(
      serve((_, response) => {
        response.writeHead(200, headers)
        response.write('{"data":[1,2')
        setTimeout(() => response.destroy(), 20)
      }),
    )
    expect((await failureOf(list(server))).code).toBe('CONNECTION_LOST')
    expect((await failureOf(stream(server))).code).toBe('CONNECTION_LOST')
  })

  test('throws CONNECTION_LOST for a gzip body that is plain text', async () => {
    const server = await using(serveAnswer(200, { ...json, 'content-encoding': 'gzip' }, 'plain text'))
    expect((await failureOf(list(server))).code).toBe('CONNECTION_LOST')
  })

  test('throws ANSWER_TOO_LARGE while a small body unpacks to a huge one', async () => {
    // Compressed once and repeated: a body may have several members.
    const bomb = Buffer.concat(Array<Buffer>(16).fill(gzipSync(Buffer.alloc(16 * 1024 * 1024, 32))))
    const server = await using(serveAnswer(200, { ...json, 'content-encoding': 'gzip' }, bomb))
    const before = process.memoryUsage().rss
    expect(await failureOf(list(server))).toMatchObject({ code: 'ANSWER_TOO_LARGE', retryable: false })
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024)
    const small = createServiceClient({ fetch, limits: { streamBytes: 1024 * 1024 } })
    expect((await failureOf(stream(server, small))).code).toBe('ANSWER_TOO_LARGE')
  })

  test.each([
    ['an HTML body', 'text/html', '<html>'],
    ['no content type', '', '{"data":[]}'],
  ])('throws NOT_THE_SERVICE for a list with %s', async (_, type, body) => {
    const server = await using(serveAnswer(200, type === '' ? {} : { 'content-type': type }, body))
    expect((await failureOf(stream(server))).code).toBe('NOT_THE_SERVICE')
  })
})

function deferred(): { readonly resolve: () => void; readonly promise: Promise<void> } {
  let resolvePromise = () => {}
  const promise = new Promise<void>((resolve) => {
    resolvePromise = resolve
  })
  return { resolve: () => resolvePromise(), promise }
}

function trickle(piece: string, everyMs: number): Promise<Served> {
  return serve((_, response) => {
    response.writeHead(200, json)
    const timer = setInterval(() => response.write(piece), everyMs)
    response.on('close', () => clearInterval(timer))
  })
}

/** Generated for each run, so that the repository contains no key. */
function selfSigned(): { key: string; cert: string } {
  const folder = mkdtempSync(path.join(tmpdir(), 'discovery-desk-'))
  try {
    const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')]
    const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '1']
    const make = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
    execFileSync('openssl', [...make, '-keyout', key, '-out', cert, ...subject], { stdio: 'ignore' })
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
