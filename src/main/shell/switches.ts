// The command line and environment that an installed app accepts. Chromium and Node have hundreds of switches, some of
// which open a port, accept any certificate or write traffic to a file, so those that are accepted are listed.
import { app } from 'electron'

const accepted: ReadonlySet<string> = new Set([
  // The app's own.
  'sandbox',
  // The installer of an update starts the app with it (NSIS, Windows).
  'updated',
  'user-data-dir',
  // For Linux without unprivileged user namespaces, where Chromium's sandbox cannot start.
  'no-sandbox',
  // For the screen, the language and assistive technology.
  'disable-gpu',
  'disable-dev-shm-usage',
  'enable-wayland-ime',
  'force-device-scale-factor',
  'force-high-contrast',
  'force-renderer-accessibility',
  'lang',
  'ozone-platform',
  'ozone-platform-hint',
  'use-gl',
])

/**
 * Features that Linux desktops pass to every Electron for Wayland, and that only say who draws a window and its frame. Others
 * turn parts of Chromium's security off, and so do parameters of features (`Feature:name/value`, `Feature<Trial`).
 */
const acceptedFeatures: ReadonlySet<string> = new Set(['UseOzonePlatform', 'WaylandWindowDecorations'])

/** Variables that weaken TLS: one accepts any certificate, the other names a file for the keys of connections. */
const refusedVariables = ['NODE_TLS_REJECT_UNAUTHORIZED', 'SSLKEYLOGFILE']

/** The first switch that is not accepted, without its value, or null. Other arguments, such as links, are ignored. */
export function unacceptedSwitch(args: readonly string[], platform: NodeJS.Platform): string | null {
  // Chromium ignores blanks around an argument and takes one dash for two; on Windows a slash starts a switch, too.
  const switches = args.map((arg) => arg.trim()).filter((arg) => (platform === 'win32' ? /^[-/]/ : /^-/).test(arg))
  return switches.find((arg) => !isAccepted(arg))?.split('=', 1)[0] ?? null
}

function isAccepted(arg: string): boolean {
  const features = /^--enable-features=(.*)$/s.exec(arg)?.[1]
  if (features !== undefined) return features.split(',').every((feature) => acceptedFeatures.has(feature))
  return arg.startsWith('--') && accepted.has(arg.slice(2).split('=', 1)[0] ?? '')
}

/** Returns a switch that a packaged build refuses to start with, or null. */
export function refusedSwitch(): string | null {
  for (const name of refusedVariables) delete process.env[name]
  return app.isPackaged ? unacceptedSwitch(process.argv.slice(1), process.platform) : null
}
