// The proxy settings as Electron takes them, and Chromium's answer to which proxy an address has.
import type { ProxyConfig } from 'electron'
import { AppError } from '../../contract/errors'
import type { ProxySettings } from '../../contract/features/network'
import { parseUrl } from '../service/address'
import type { Host } from './probe'

/** No proxy ever: for services on this computer, whose token goes over plain http. */
export const directConfig: ProxyConfig = { mode: 'direct' }

/** Chromium leaves out loopback addresses in every mode; `sessions.ts` does not rely on it. */
export function proxyConfig({ mode, pacUrl, proxy }: ProxySettings): ProxyConfig {
  switch (mode) {
    case 'system':
      return { mode: 'system' }
    case 'none':
      return directConfig
    case 'pac':
      return { mode: 'pac_script', pacScript: pacUrl }
    case 'manual':
      return { mode: 'fixed_servers', proxyRules: proxy }
  }
}

/** Normalises the settings, so that the person confirms what is used. Throws INVALID_INPUT with the field. */
export function parseProxySettings({ mode, pacUrl, proxy }: ProxySettings): ProxySettings {
  return {
    mode,
    pacUrl: mode === 'pac' ? parsePacUrl(pacUrl) : pacUrl,
    proxy: mode === 'manual' ? parseProxy(proxy) : proxy,
  }
}

function parsePacUrl(text: string): string {
  const url = parseUrl(text)
  const isWeb = url !== null && (url.protocol === 'https:' || url.protocol === 'http:')
  if (!isWeb || url.username !== '' || url.password !== '' || /\p{Cc}/u.test(text)) {
    throw invalid('pacUrl', 'Enter an address that starts with https:// or http://, without a name or password.')
  }
  return url.href
}

function parseProxy(text: string): string {
  const proxy = 'Enter a host and a port, like proxy.example:8080.'
  if (!/^([\w.-]+|\[[\da-fA-F:.]+\]):\d{1,5}$/.test(text)) throw invalid('proxy', proxy)
  // Normalises the host; the port is kept as text, since the parser drops the usual one of a scheme.
  const url = parseUrl(`ws://${text}`)
  const port = Number(/\d+$/.exec(text)?.[0])
  if (url === null || port < 1 || port > 65_535) throw invalid('proxy', proxy)
  // Another user's listener may have the name's other address.
  const host = url.hostname === 'localhost' ? '127.0.0.1' : url.hostname
  return `${host}:${port}`
}

const invalid = (name: string, message: string) =>
  new AppError('INVALID_INPUT', message, { fields: [{ path: [name], message }] })

/** The name that sign-ins are stored by: lower case, IPv6 in brackets. */
export function proxyName({ host, port }: Host): string {
  const bare = host.replace(/^\[|\]$/g, '').toLowerCase()
  return `${bare.includes(':') ? `[${bare}]` : bare}:${port}`
}

export interface ProxyRoute extends Host {
  readonly kind: 'http' | 'https' | 'socks'
}

/** Reads "PROXY a:8080;DIRECT", in order; null = without a proxy. */
export function parseRoutes(answer: string): readonly (ProxyRoute | null)[] {
  return answer.split(';').flatMap((entry): readonly (ProxyRoute | null)[] => {
    const [, scheme = '', host = '', port = ''] = /^(\w+)\s+(.+):(\d+)$/.exec(entry.trim()) ?? []
    if (scheme === '') return entry.trim().toUpperCase() === 'DIRECT' ? [null] : []
    const kind = /^(PROXY|HTTP)$/i.test(scheme) ? 'http' : /^HTTPS$/i.test(scheme) ? 'https' : 'socks'
    return [{ kind, host: host.replace(/^\[|\]$/g, ''), port: Number(port) }]
  })
}
