import { afterEach, expect, test, vi } from 'vitest'
import { refusedSwitch, unacceptedSwitch } from './switches'

vi.mock('electron', () => ({ app: { isPackaged: false } }))
afterEach(() => vi.unstubAllEnvs())

test.each([
  '--ignore-certificate-errors',
  '--ignore-certificate-errors-spki-list=abc',
  '--remote-debugging-port=0',
  '--remote-debugging-pipe',
  '--inspect',
  '--inspect-brk=0',
  '--js-flags=--allow-natives-syntax',
  '--log-net-log=/tmp/log',
  '--ssl-key-log-file=/tmp/keys',
  '--host-rules=MAP * 127.0.0.1',
  '--proxy-server=127.0.0.1:8080',
  '--disable-web-security',
  '--disable-gpu-sandbox',
  '--enable-features',
  '--enable-features=',
  '--enable-features=Any',
  '--enable-features=WaylandWindowDecorations,Any',
  '--enable-features=WaylandWindowDecorations,',
  '--enable-features=WaylandWindowDecorations:a/b',
  '--enable-features=WaylandWindowDecorations<Trial',
  '--enable-features=waylandwindowdecorations',
  '--enable-features= WaylandWindowDecorations',
  '-enable-features=WaylandWindowDecorations',
  '--disable-features=WaylandWindowDecorations',
  '--development-server',
  '--load-extension=/tmp/it',
  '--require=/tmp/it.js',
  '--a-switch-of-a-later-chromium',
  // The forms of a switch that Chromium accepts.
  '-remote-debugging-port=0',
  ' --remote-debugging-port=0',
  // An accepted one would not be looked for in this form.
  '-no-sandbox',
  '--',
])('%j is not accepted', (arg) => {
  expect(unacceptedSwitch(['--no-sandbox', arg, 'discovery-desk://sandbox'], 'linux')).toBe(arg.trim().split('=')[0])
})

test('app, display and accessibility switches are accepted, and so are links', () => {
  const args = [
    ...['--sandbox', '--user-data-dir=/tmp/a=b', '--ozone-platform=wayland', '--force-renderer-accessibility'],
    ...['--enable-wayland-ime', '--force-high-contrast', '--disable-dev-shm-usage', '--use-gl=egl'],
  ]
  expect(unacceptedSwitch([...args, 'discovery-desk://staging/a/insights', '/srv/a/file'], 'linux')).toBeNull()
  expect(unacceptedSwitch([...args, 'discovery-desk://staging/a/insights'], 'win32')).toBeNull()
  expect(unacceptedSwitch([], 'darwin')).toBeNull()
})

test.each([
  '--enable-features=WaylandWindowDecorations',
  '--enable-features=UseOzonePlatform,WaylandWindowDecorations',
  '--ozone-platform-hint=auto',
])('%s, which Linux desktops pass on Wayland, is accepted', (arg) => {
  expect(unacceptedSwitch([arg], 'linux')).toBeNull()
})

test('the switch that the Windows installer passes to an updated app is accepted', () => {
  expect(unacceptedSwitch(['--updated'], 'win32')).toBeNull()
})

test('on Windows, a slash starts a switch, and a switch in another case is not accepted', () => {
  expect(unacceptedSwitch(['/remote-debugging-port=0'], 'win32')).toBe('/remote-debugging-port')
  expect(unacceptedSwitch(['--No-Sandbox'], 'win32')).toBe('--No-Sandbox')
})

test.each(['NODE_TLS_REJECT_UNAUTHORIZED', 'SSLKEYLOGFILE'])(
  '%s is removed from the environment before a connection is made',
  (name) => {
    vi.stubEnv(name, '0')
    expect(refusedSwitch()).toBeNull()
    expect(process.env[name]).toBeUndefined()
  },
)
