import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAppProtocol, listFiles } from './app-protocol'

let folder: string
let answer: (request: Request) => Promise<Response>

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'app-protocol-'))
  const root = path.join(folder, 'renderer')
  await mkdir(path.join(root, 'assets'), { recursive: true })
  await mkdir(path.join(folder, 'renderer-secrets'))
  await writeFile(path.join(root, 'index.html'), '<html><head></head><body></body></html>')
  await writeFile(path.join(root, 'assets', 'index.js'), 'export {}')
  await writeFile(path.join(root, 'notes.txt'), 'no type, so not served')
  await writeFile(path.join(folder, 'renderer-secrets', 'a.js'), 'secret')
  answer = createAppProtocol(await listFiles(root))
})
afterAll(() => rm(folder, { recursive: true }))

it('serves the page with a fresh nonce in policy and markup', async () => {
  const first = await answer(new Request('app://discovery-desk/'))
  const second = await answer(new Request('app://discovery-desk/index.html'))
  const nonce = /nonce="([^"]+)"/.exec(await first.text())?.[1]
  expect(nonce).toMatch(/^[A-Za-z0-9+/]{22}==$/)
  expect(first.headers.get('content-security-policy')).toContain(`'nonce-${nonce}'`)
  expect(first.headers.get('content-security-policy')).not.toMatch(/unsafe/)
  expect(await second.text()).not.toContain(nonce)
})

it('sends exactly this content security policy: each directive blocks something of its own', async () => {
  const response = await answer(new Request('app://discovery-desk/'))
  const policy = response.headers.get('content-security-policy')?.replace(/'nonce-[^']+'/, "'nonce'")
  expect(policy?.split('; ')).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    "style-src-elem 'self' 'nonce'",
    "style-src-attr 'none'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ])
})

it('serves a listed file with its type', async () => {
  const reply = await answer(new Request('app://discovery-desk/assets/index.js'))
  expect(reply.status).toBe(200)
  expect(reply.headers.get('content-type')).toMatch(/^text\/javascript/)
})

describe('requests for unlisted files', () => {
  it.each([
    'app://discovery-desk/../renderer-secrets/a.js',
    'app://discovery-desk/%2e%2e/renderer-secrets/a.js',
    'app://discovery-desk/..%2frenderer-secrets/a.js',
    'app://discovery-desk/..%5crenderer-secrets%5ca.js',
    'app://discovery-desk/assets/../../renderer-secrets/a.js',
    'app://discovery-desk/assets/index.js%00.html',
    'app://discovery-desk/-secrets/a.js',
    'app://discovery-desk//etc/passwd',
    'app://discovery-desk/notes.txt',
    'app://discovery-desk/constructor',
    'app://elsewhere/index.html',
    'app://discovery-desk.elsewhere/index.html',
    'file:///etc/passwd',
  ])('returns 404 for %s', async (url) => {
    expect((await answer(new Request(url))).status).toBe(404)
  })

  it('returns 405 for methods other than GET', async () => {
    expect((await answer(new Request('app://discovery-desk/', { method: 'POST' }))).status).toBe(405)
  })
})
