/**
 * Single-place mistakes in the code that guards a person's data against the page and the network. Each names the tests
 * that must turn red: unit tests where they can see it, specs of the real app where only the app can.
 */
import { inFile } from '../mutations/mutations.mjs'

/** @param {string} spec below e2e/specs @param {string} title a part of the test's title */
const app = (spec, title) => ({ e2e: `e2e/specs/security/${spec}.spec.ts`, title })

const network = (title) => app('network', title)
const prevented = app('guards', 'navigation, download, certificate and login events')
const isolated = app('window', 'the window is isolated')

/** @type {readonly (import('../mutations/mutations.mjs').Mutation)[]} */
export const guards = [
  ...inFile('src/main/shell/guards.ts', [
    [
      'every permission is granted',
      'answer) => answer(false))\n  session.setPermissionCheckHandler',
      'answer) => answer(true))\n  session.setPermissionCheckHandler',
      app('page-reach', 'requested permissions are denied'),
    ],
    [
      'every permission seems granted',
      'setPermissionCheckHandler(() => false)',
      'setPermissionCheckHandler(() => true)',
      app('reach', 'every permission is denied'),
    ],
    ['downloads begin', "session.on('will-download', (event) => event.preventDefault())", '', prevented],
    [
      'no request of the page is cancelled',
      'answer({ cancel: !allowedPrefixes',
      'answer({ cancel: false && !allowedPrefixes',
      network('the page’s session cancels'),
    ],
    [
      'the session of the page has no dead proxy',
      'await session.setProxy({ proxyRules: deadProxy,',
      "await session.setProxy({ mode: 'direct',",
      network('the page’s session cancels'),
    ],
    [
      'the dead proxy is passed by for this computer',
      "['<-loopback>', ...directHosts]",
      '[...directHosts]',
      network('the page’s session cancels'),
    ],
    [
      'WebRTC may use UDP',
      "setWebRTCIPHandlingPolicy('disable_non_proxied_udp')",
      "setWebRTCIPHandlingPolicy('default')",
      network('WebRTC reaches nothing'),
    ],
    ['a window navigates', "contents.on('will-navigate', (event) => event.preventDefault())", '', prevented],
    ['a window follows redirects', "contents.on('will-redirect', (event) => event.preventDefault())", '', prevented],
    ['a frame navigates', "contents.on('will-frame-navigate', (event) => event.preventDefault())", '', prevented],
    ['a webview is attached', "contents.on('will-attach-webview', (event) => event.preventDefault())", '', prevented],
    [
      'a page opens windows',
      "setWindowOpenHandler(() => ({ action: 'deny' }))",
      "setWindowOpenHandler(() => ({ action: 'allow' }))",
      app('reach', 'the page cannot navigate away'),
    ],
    [
      'a bad certificate is accepted',
      '    answer(false)\n',
      '    answer(true)\n',
      prevented,
      app('guards', 'a service with an untrusted certificate'),
    ],
    [
      'a client certificate is offered',
      "app.on('select-client-certificate', (event, _contents, _url, _list, answer) => {\n    event.preventDefault()",
      "app.on('select-client-certificate', (_event, _contents, _url, _list, answer) => {",
      prevented,
    ],
  ]),
  ...inFile('src/main/index.ts', [
    [
      'main accepts certificates from anybody',
      'const opened = session.fromPartition(name, { cache: false })',
      'const opened = session.fromPartition(name, { cache: false }); opened.setCertificateVerifyProc((_, answer) => answer(0))',
      app('guards', 'a service with an untrusted certificate'),
    ],
    [
      'files are readable by others',
      'process.umask(0o077)',
      'process.umask(0o022)',
      app('guards', 'no file of the profile'),
    ],
  ]),
  ...inFile('src/main/shell/window.ts', [
    [
      'the page shares its world with the preload script',
      'contextIsolation: true',
      'contextIsolation: false',
      isolated,
    ],
    ['the page is not sandboxed', 'sandbox: true', 'sandbox: false', isolated],
    ['the page has Node', 'nodeIntegration: false', 'nodeIntegration: true', isolated],
    ['frames have Node', 'nodeIntegrationInSubFrames: false', 'nodeIntegrationInSubFrames: true', isolated],
    ['the page ignores origins', 'webSecurity: true', 'webSecurity: false', isolated],
    ['the page has webviews', 'webviewTag: false', 'webviewTag: true', isolated],
  ]),
  ...inFile('src/main/compose.ts', [
    [
      'a packaged build has DevTools',
      'const hasDevTools = !app.isPackaged',
      'const hasDevTools = app !== undefined',
      app('devtools', 'a packaged build opens no DevTools'),
    ],
    [
      'tokens are kept in a file',
      '    findTarget: environments.findTarget,\n    library,',
      '    findTarget: async (workspace: Parameters<typeof environments.findTarget>[0]) => { const target = await environments.findTarget(workspace); (await import("node:fs")).appendFileSync(app.getPath("userData") + "/targets", JSON.stringify(target)); return target },\n    library,',
      app('token', 'once saved, the token is in no reply'),
    ],
    [
      'questions of the page are shown without end',
      'const { ask, chooseFile, requireMayShow } = createPageQuestions({ dialogs, input: userInput })',
      'const { ask, chooseFile, requireMayShow } = { ...(userInput ? dialogs : dialogs), requireMayShow() {} }',
      app('production-lock', 'locked production refuses'),
    ],
  ]),
  ...inFile('src/main/shell/app-protocol.ts', [
    [
      'files beside the build are served',
      'const file = files.get(name)',
      "const file = files.get(name) ?? path.join(path.dirname(files.get('/index.html') ?? ''), decodeURIComponent(name))",
      'app-protocol',
    ],
    ['other hosts are served', ' || url.host !== appHost', '', 'app-protocol'],
    ['inline scripts run', '"script-src \'self\'",', "\"script-src 'self' 'unsafe-inline'\",", 'app-protocol'],
    ['the page may connect anywhere', '"connect-src \'none\'",', '"connect-src *",', 'app-protocol'],
    ['styles in markup apply', '"style-src-attr \'none\'",', '', 'app-protocol'],
  ]),
  ...inFile('src/main/shell/log.ts', [
    [
      'what looks like a token is logged',
      'scrub(message.slice(0, maxLineChars))',
      'message.slice(0, maxLineChars)',
      'log',
    ],
  ]),
  ...inFile('src/main/shell/page.ts', [
    [
      'a variable of the environment replaces the page',
      "!app.isPackaged && process.argv.includes('--development-server')",
      '!app.isPackaged',
      app('bridge', 'ELECTRON_RENDERER_URL alone'),
    ],
    [
      'a switch replaces the page of a packaged build',
      "!app.isPackaged && process.argv.includes('--development-server')",
      "process.argv.includes('--development-server')",
      app('devtools', 'a packaged build opens no DevTools'),
    ],
  ]),
  ...inFile('src/main/shell/switches.ts', [
    [
      'an installed app accepts every switch',
      "arg.startsWith('--') && accepted.has(",
      "arg.startsWith('-') || accepted.has(",
      'switches',
    ],
    [
      'every feature of Chromium may be turned on',
      '.every((feature) => acceptedFeatures.has(feature))',
      '.some((feature) => acceptedFeatures.has(feature))',
      'switches',
    ],
  ]),
  ...inFile('src/main/shell/safe-link.ts', [
    ['any link is opened', 'if (reason !== null) throw', 'if (reason === undefined) throw', 'safe-link'],
  ]),
  ...inFile('src/main/shell/user-input.ts', [
    ['one click opens any number of links', 'lastMs = Number.NEGATIVE_INFINITY\n      return', 'return', 'user-input'],
    ['typing counts as a click', 'activatingKeys.includes(key)', "typeof key === 'string'", 'user-input'],
  ]),
  ...inFile('src/main/shell/page-questions.ts', [
    ['a page asks again after a No', 'if (isOpen || isQuiet) throw', 'if (isOpen) throw', 'page-questions'],
    ['questions pile up', 'if (isOpen || isQuiet) throw', 'if (isQuiet) throw', 'page-questions'],
  ]),
  ...inFile('src/main/features/shell.ts', [
    [
      'a link opens without a click',
      'if (!takeInput() && !(await ask(question)))',
      'if (takeInput() && !(await ask(question)))',
      app('bridge', 'clicks and key presses open one link'),
    ],
  ]),
  ...inFile('src/main/navigation/native-dialogs.ts', [
    [
      'every answer to a native question is a yes',
      'return response === 1',
      'return response >= 0',
      app('production-lock', 'locked production refuses'),
    ],
  ]),
  ...inFile('src/main/ipc/serve.ts', [
    [
      'any window is heard',
      'if (!isTrustedSender(event, origin, knownWebContents))',
      'if (!isTrustedSender(event, origin, knownWebContents) && event.sender === null)',
      app('guards', 'main rejects a call from a foreign window'),
    ],
  ]),
  ...inFile('src/main/ipc/dispatch.ts', [
    ['frames are heard', 'frame !== event.sender.mainFrame || ', '', 'sender'],
    ['unknown windows are heard', ' || !knownWebContents.has(event.sender.id)', '', 'sender'],
    ['any origin is heard', '}` === origin', '}` !== null', 'sender'],
    [
      'the lock of production is not checked',
      'if (call.changesService) assertUnlocked',
      'if (call.kind === null) assertUnlocked',
      'dispatch',
    ],
    ['input is not parsed', 'if (!input.success) {', 'if (input.success === null) {', 'dispatch'],
    [
      'output is not stripped',
      'return call.output.parse(await handler(input.data, { signal }))',
      'return handler(input.data, { signal })',
      'dispatch',
    ],
  ]),
  ...inFile('src/main/environments/environments.ts', [
    [
      'production is unlocked without a question',
      'if (!(await deps.ask(',
      'if (!environment && !(await deps.ask(',
      'environments',
    ],
    [
      'an answer unlocks what was put there meanwhile',
      'if (whatUnlocks(settings.read(), environment) !== before) return { isUnlocked: false }',
      'if (before === null) return { isUnlocked: false }',
      'environments',
    ],
  ]),
  ...inFile('src/main/environments/connecting.ts', [
    ['production stays unlocked at another address', 'if (isElsewhere) store.lock(environment)', '', 'environments'],
    [
      'connecting another address or workspace leaves production unlocked',
      'if (scope !== null) store.lock(environment)',
      '',
      'environments',
    ],
    ['a test sends any text', 'requireTestable(connection, href)\n', '\n', 'environments'],
    [
      'a saved address is tested without limit',
      '        tests.spend()\n        return target\n',
      '        return target\n',
      'environments',
    ],
    [
      'a saved workspace is tested without limit',
      '        tests.spend()\n        return { ...target',
      '        return { ...target',
      'environments',
    ],
    ['a test asks nobody', 'await confirmAddress.toConnect(environment, href)', '', 'environments'],
  ]),
  ...inFile('src/main/environments/test-limit.ts', [
    ['tests have no limit', 'return spentMs.length >= testsPerMinute', 'return spentMs === null', 'environments'],
  ]),
  ...inFile('src/main/environments/confirm-address.ts', [
    [
      'production moves without a question of its own',
      "if (environment !== 'production' || before.baseAddress === null",
      'if (environment || before.baseAddress === null',
      'environments',
    ],
    [
      'another environment gets an address that was production’s',
      'formerProduction.some((former) => leadsTo(former, href))',
      'formerProduction.includes(environment) && leadsTo(href, href)',
      'environments',
    ],
    ['every address counts as confirmed', 'if (await ask(question)) return', 'if (question) return', 'environments'],
  ]),
  ...inFile('src/main/service/address.ts', [
    ['encoded slashes lead to production', 'if (isEncoded || hasDots) throw', 'if (hasDots) throw', 'address'],
    ['a parameter hides the dots of a path', 'if (isEncoded || hasDots) throw', 'if (isEncoded) throw', 'address'],
    [
      'http://localhost leads to another program on ::1',
      "if (url.protocol === 'http:' && url.hostname === 'localhost') url.hostname = '127.0.0.1'",
      '',
      'address',
      app('origins', 'http://localhost connects to 127.0.0.1'),
    ],
  ]),
  ...inFile('src/main/environments/setup.ts', [
    [
      'production that was forgotten leaves its address to others at once',
      'formerProduction: [...new Set([...current.formerProduction, before.baseAddress])]',
      'formerProduction: current.formerProduction',
      'environments',
    ],
  ]),
  ...inFile('src/main/service/client.ts', [
    [
      'a redirect is followed with the token',
      "redirect: 'error'",
      "redirect: 'follow'",
      'client-faults',
      app('token', 'a redirect is an error'),
    ],
  ]),
  ...inFile('src/main/service/answer.ts', [
    ['a refusal keeps main busy', 'const body = firstFields(whole)', 'const body = whole', 'answer'],
    ['the token is shown when the service echoes it', 'const oneLine = hide(text)', 'const oneLine = text', 'client'],
    ['any number of fields of a refusal is kept', 'fields.slice(0, mostFields)', 'fields', 'answer'],
  ]),
  ...inFile('src/main/keychain/keychain.ts', [
    [
      'what was forgotten without a keychain stays in it',
      'for (const account of undeleted) {',
      'for (const account of [] as string[]) {',
      'keychain',
    ],
    [
      'a keychain that still has a secret counts as without it',
      "if ((await from.get(accountInKeychain(account))) !== null) return 'locked'",
      '',
      'keyring',
    ],
    [
      'a keychain that was locked meanwhile counts as without a secret',
      "if (!(await sentinel?.isReadable())) return 'locked'\n      await deps",
      'await deps',
      'keyring',
    ],
  ]),
  ...inFile('src/main/compose.ts', [
    [
      'nobody is told that others may write to the profile',
      ', ...(await writableFolderNotices(profile, log))',
      '',
      app('files', 'the window warns about a profile'),
    ],
  ]),
  ...inFile('src/main/shell/profile-folder.ts', [
    ['a run from the sources makes its profile for everybody', ', mode: 0o700', '', 'profile-folder'],
  ]),
  ...inFile('src/main/service/redact.ts', [
    ['a token that lost a character is shown', 'at + length <= form.length', 'at < 1', 'redact'],
    ['the hex of a token is shown', ', hex, hex.toUpperCase()]', ']', 'redact'],
  ]),
  ...inFile('src/main/keychain/tokens.ts', [
    [
      'a token is found for any origin',
      '[profileId, environment, organisationId, origin]',
      '[profileId, environment, organisationId]',
      'tokens',
    ],
  ]),
  ...inFile('src/main/library/library-files.ts', [
    [
      'a linked library folder is followed',
      'if ((await lstat(folder)).isSymbolicLink()) {',
      'if (folder === null) {',
      'library-files',
    ],
  ]),
  ...inFile('src/preload/index.ts', [
    [
      'the bridge passes on what it gets from Electron',
      '=> listener(envelope)',
      '=> (listener as (...all: unknown[]) => void)(envelope, ipcRenderer)',
      app('window', 'the page gets two frozen functions'),
    ],
  ]),
  ...inFile('src/main/shell/window.ts', [
    [
      'the page loads insecure content',
      'allowRunningInsecureContent: false',
      'allowRunningInsecureContent: true',
      isolated,
    ],
    ['the page has experimental features', 'experimentalFeatures: false', 'experimentalFeatures: true', isolated],
    // No row for Node in workers: a sandboxed page ignores that preference, so no test could notice.
  ]),
  ...inFile('src/main/shell/guards.ts', [
    [
      'a proxy or server that asks for a password is answered by Electron',
      "app.on('login', (event, _contents, _details, _info, answer) => {\n    event.preventDefault()",
      "app.on('login', (_event, _contents, _details, _info, answer) => {",
      prevented,
    ],
  ]),
  ...inFile('src/main/index.ts', [
    [
      'a service has reports about requests sent to any host',
      'NetworkErrorLogging,Reporting,',
      '',
      network('reports about requests'),
    ],
  ]),
  ...inFile('src/main/shell/guards.ts', [
    [
      'the page looks names up',
      "appendSwitch('blink-settings', 'dnsPrefetchingEnabled=false')",
      "appendSwitch('blink-settings', 'dnsPrefetchingEnabled=true')",
      network('dns-prefetch, preconnect'),
    ],
  ]),
  ...inFile('src/main/updates/update-address.ts', [
    [
      'an installed app takes updates over http',
      "if (!allowsHttp && !href.startsWith('https:'))",
      "if (!allowsHttp && !href.startsWith('http'))",
      'updates',
    ],
    [
      'anybody may write the address of updates',
      '((await stat(place)).mode & 0o022) !== 0',
      '((await stat(place)).mode & 0) !== 0',
      'updates',
    ],
  ]),
  ...inFile('src/main/updates/updates.ts', [
    [
      'an address of updates is not asked about',
      'if (allowedAddress === source.address) return true',
      'if (allowedAddress !== undefined) return true',
      'updates',
    ],
    [
      'an update is downloaded without a Yes',
      '(await ask(question)) ? download(',
      '(await ask(question)) || download ? download(',
      'updates',
    ],
    [
      'an update is installed without a Yes',
      'if (!(await ask(question))) return void (await remember({ declinedVersion: version }))',
      'if (!(await ask(question))) await remember({ declinedVersion: version })',
      'updates',
    ],
  ]),
  ...inFile('src/main/updates/update-http.ts', [
    ['redirects of the update server are followed', "redirect: 'error'", "redirect: 'follow'", 'updates'],
    ['an update is fetched from anywhere', 'if (url.origin !== origin)', "if (url.origin === '')", 'updates'],
    [
      'any file counts as the update',
      "if (hash.digest('base64') !== sha512)",
      "if (hash.digest('base64') === '')",
      'updates',
    ],
    ['an update may have any size', 'if (received > most)', 'if (received < 0)', 'updates'],
  ]),
  ...inFile('src/main/updates/updater.ts', [
    ['older versions are offered', 'updater.allowDowngrade = false', 'updater.allowDowngrade = true', 'updates'],
    [
      'a Windows build without a publisher replaces itself',
      "return platform === 'win32' && namesPublisher(resources) ? 'nsis' : 'page'",
      "return platform === 'win32' ? 'nsis' : 'page'",
      'updates',
    ],
  ]),
  ...inFile('src/main/updates/open-profile.ts', [
    [
      'settings are opened in a profile of a newer version',
      'const claim = await claimProfile(own)',
      "await openSettings(path.join(own.profile, 'settings.json'))\n  const claim = await claimProfile(own)",
      'open-profile',
    ],
  ]),
  ...inFile('src/main/updates/profile-version.ts', [
    [
      'an older version opens what a newer one wrote',
      'if (order > 0) return',
      'if (order > 9) return',
      'profile-version',
    ],
    ['a backup is not for its owner only', 'await chmod(to, 0o600)', 'await chmod(to, 0o644)', 'profile-version'],
    [
      'a forgotten environment stays in the backup',
      '}.db`)) await rm(path',
      '}.gone`)) await rm(path',
      'profile-version',
    ],
  ]),
  ...inFile('src/main/network/network.ts', [
    [
      'another proxy is used without a question',
      '!isSame && !(await deps.ask(routeQuestion(next)))',
      'false',
      'network',
    ],
    [
      'a page cuts requests off without a question',
      '.finally(isSame ? null : applySettings)',
      '.finally(applySettings)',
      'network',
    ],
    [
      'services on this computer go through the proxy of the settings',
      "way === 'here' ? directConfig : proxyConfig",
      "way === ('other' as string) ? directConfig : proxyConfig",
      'network',
    ],
    [
      'a password is kept for any proxy',
      '      async saveSignIn({ proxy, name, password }) {\n        requireKnown(proxy)',
      '      async saveSignIn({ proxy, name, password }) {',
      'network',
    ],
    [
      'another password is tried at a proxy that rejected one, without a question',
      'if (rejecting.has(proxy) && !(await deps.ask(signInQuestion(proxy))))',
      'if (false)',
      'network',
    ],
    [
      'a rejected password is tried again after a restart',
      'refused: settings.read().network.refused,',
      'refused: [],',
      'network',
    ],
    ['connections are checked without end', '        tests.spend()\n', '', 'network'],
  ]),
  ...inFile('src/main/network/proxy-sign-in.ts', [
    [
      'a service that answers 401 gets the password of a proxy',
      'if (!info.isProxy) return answer()',
      '',
      'proxy-sign-in',
    ],
    ['a rejected password is tried again', 'if (isRepeated) signIns.refuse(asking)', '', 'proxy-sign-in'],
  ]),
  ...inFile('src/main/network/connection-check.ts', [
    [
      'the doctor tries a rejected password again',
      "if (signIns.isRefused(proxy)) return report.stop('proxy', ...refusedWords(proxy))",
      '',
      'connection-check',
    ],
    [
      'the doctor sends a password to a proxy that wants another kind of sign-in',
      "if (!answer.schemes.includes('basic'))",
      'if (false)',
      'connection-check',
    ],
  ]),
  ...inFile('src/main/network/proxy-config.ts', [
    [
      'a proxy on this computer goes by its name',
      "url.hostname === 'localhost' ?",
      "url.hostname === '' ?",
      'proxy-config',
    ],
  ]),
  ...inFile('src/main/service/sessions.ts', [
    [
      'a change is sent though it was locked while it waited',
      'isChange ? deps.watchLock(environment) : null',
      'isChange ? () => undefined : null',
      'sessions',
    ],
    [
      'a request to this computer takes the way of the network',
      "isLoopback(hostname) ? 'here' : 'network'",
      "isLoopback(hostname) ? 'network' : 'network'",
      'sessions',
    ],
  ]),
  ...inFile('src/main/index.ts', [
    [
      'sessions of main download dictionaries',
      'opened.setSpellCheckerLanguages([])',
      '',
      { e2e: 'e2e/specs/settings/network.spec.ts', title: 'the connection doctor guides through a proxy' },
    ],
  ]),
]
