import { expect, test } from 'vitest'
import { parseProxySettings, parseRoutes, proxyConfig, proxyName } from './proxy-config'

const settings = { mode: 'manual', pacUrl: '', proxy: '' } as const

test.each([
  ['proxy.example:8080', 'proxy.example:8080'],
  ['Proxy.Example:80', 'proxy.example:80'],
  ['10.0.0.1:3128', '10.0.0.1:3128'],
  ['[FD00::1]:3128', '[fd00::1]:3128'],
  // The name may lead to another user's listener on ::1.
  ['LocalHost:3128', '127.0.0.1:3128'],
])('accepts the proxy %j', (typed, proxy) => {
  const parsed = parseProxySettings({ ...settings, proxy: typed })
  expect(parsed.proxy).toBe(proxy)
  expect(proxyConfig(parsed)).toEqual({ mode: 'fixed_servers', proxyRules: proxy })
})

test.each(
  [
    [
      '',
      'proxy.example',
      'proxy.example:0',
      'proxy.example:70000',
      'http://proxy.example:8080',
      'a:b@proxy.example:8080',
    ],
    // The rules of Chromium have a grammar of their own: other proxies for other schemes, and none as the last resort.
    ['http=a:1;https=b:2', 'a:1;b:2', 'a:1,direct://', 'a:1 b:2', 'proxy.example:8080\n'],
  ].flat(),
)('refuses the proxy %j', (proxy) => {
  expect(() => parseProxySettings({ ...settings, proxy })).toThrow('Enter a host and a port')
})

test('accepts a PAC address only from the web and without a password', () => {
  const of = (pacUrl: string) => parseProxySettings({ ...settings, mode: 'pac', pacUrl })
  expect(of('http://wpad.example/proxy.pac').pacUrl).toBe('http://wpad.example/proxy.pac')
  expect(proxyConfig(of('https://a.example'))).toEqual({ mode: 'pac_script', pacScript: 'https://a.example/' })
  for (const url of ['file:///etc/hosts', 'data:text/plain,x', 'wpad.example', '', 'https://me:secret@a.example/']) {
    expect(() => of(url)).toThrow('Enter an address that starts with https://')
  }
})

test('uses the system proxy, or no proxy', () => {
  expect(proxyConfig({ ...settings, mode: 'system' })).toEqual({ mode: 'system' })
  expect(proxyConfig({ ...settings, mode: 'none', proxy: 'a:1' })).toEqual({ mode: 'direct' })
})

test('parses the routes that Chromium returns', () => {
  expect(parseRoutes('PROXY a.example:8080;HTTPS b.example:443; SOCKS5 [::1]:1080;DIRECT')).toEqual([
    { kind: 'http', host: 'a.example', port: 8080 },
    { kind: 'https', host: 'b.example', port: 443 },
    { kind: 'socks', host: '::1', port: 1080 },
    null,
  ])
})

test('gives each proxy one canonical name', () => {
  expect(proxyName({ host: 'Proxy.Example', port: 8080 })).toBe('proxy.example:8080')
  expect(proxyName({ host: '::1', port: 1 })).toBe(proxyName({ host: '[::1]', port: 1 }))
})
