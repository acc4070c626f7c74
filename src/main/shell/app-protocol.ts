// Serves the renderer from app://discovery-desk. Only files listed at start exist, so no trick with dots, slashes or
// encodings can reach another file.
import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

export const appScheme = 'app'
export const appHost = 'discovery-desk'
export const appOrigin = `${appScheme}://${appHost}`

const mimeTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

/** Styles that are created at run time need the nonce of their document. Style attributes in markup are refused. */
export function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src-elem 'self' 'nonce-${nonce}'`,
    "style-src-attr 'none'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Every file below `root` by its URL path, e.g. `/assets/index.js`. */
export async function listFiles(root: string): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>()
  const visit = async (folder: string, prefix: string): Promise<void> => {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const file = path.join(folder, entry.name)
      if (entry.isDirectory()) await visit(file, `${prefix}${entry.name}/`)
      else if (entry.isFile()) files.set(`${prefix}${entry.name}`, file)
    }
  }
  await visit(root, '/')
  return files
}

const commonHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
}

function refuse(status: number): Response {
  return new Response(null, { status, headers: { ...commonHeaders, 'Content-Security-Policy': "default-src 'none'" } })
}

/** Answers GET for listed files of this host, and 404 or 405 otherwise. */
export function createAppProtocol(files: ReadonlyMap<string, string>): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method !== 'GET') return refuse(405)
    const url = new URL(request.url)
    if (url.protocol !== `${appScheme}:` || url.host !== appHost) return refuse(404)
    const name = url.pathname === '/' ? '/index.html' : url.pathname
    const file = files.get(name)
    const type = mimeTypes[path.extname(name)]
    if (!file || !type) return refuse(404)
    if (name !== '/index.html') {
      return new Response(await readFile(file), { headers: { ...commonHeaders, 'Content-Type': type } })
    }
    const nonce = randomBytes(16).toString('base64')
    const html = (await readFile(file, 'utf8')).replace('<head>', `<head><meta name="csp-nonce" nonce="${nonce}" />`)
    return new Response(html, {
      headers: { ...commonHeaders, 'Content-Type': type, 'Content-Security-Policy': contentSecurityPolicy(nonce) },
    })
  }
}
