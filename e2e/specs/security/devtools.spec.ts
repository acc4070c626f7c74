// DevTools in a packaged build would expose the page's bridge to code that a person is tricked into pasting. A script
// beside the app reports its findings.
import { spawn } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { withPackagedCopy } from '../../app/packaged-copy'
import { expect, test } from '../../fixtures/test'

const project = path.resolve(import.meta.dirname, '../../..')

const probe = (report: string) => `
const { app, Menu } = require('electron')
const { writeFileSync } = require('node:fs')
app.on('web-contents-created', (_event, contents) => {
  contents.once('did-finish-load', () => {
    contents.openDevTools({ mode: 'detach', activate: false })
    const roles = (Menu.getApplicationMenu()?.items ?? []).flatMap(({ submenu }) => submenu?.items.map(({ role }) => role))
    setTimeout(() => {
      const found = { isPackaged: app.isPackaged, isOpen: contents.isDevToolsOpened(), url: contents.getURL() }
      writeFileSync(${JSON.stringify(report)}, JSON.stringify({ ...found, hasItem: roles.includes('toggledevtools') }))
      app.quit()
    }, 2_000)
  })
})
require(${JSON.stringify(path.join(project, 'out/main/index.cjs'))})
// On the command line a packaged build refuses it; this is about what would be shown.
process.argv.push('--development-server')
`

test('a packaged build opens no DevTools, and shows no page of a development server', ({ profile }) =>
  withPackagedCopy(async ({ folder, program, app }) => {
    const report = path.join(folder, 'report.json')
    await mkdir(app)
    await writeFile(path.join(app, 'package.json'), JSON.stringify({ name: 'discovery-desk', main: 'probe.cjs' }))
    await writeFile(path.join(app, 'probe.cjs'), probe(report))
    const args = ['--no-sandbox', `--user-data-dir=${profile}`]
    const env = { ...process.env, ELECTRON_RENDERER_URL: 'http://127.0.0.1:1/' }
    const child = spawn(program, args, { stdio: 'ignore', env })
    await new Promise((resolve) => child.once('exit', resolve))
    const found = JSON.parse(await readFile(report, 'utf8')) as object
    expect(found).toEqual({
      isPackaged: true,
      isOpen: false,
      hasItem: false,
      url: expect.stringMatching(/^app:\/\/discovery-desk\//),
    })
  }))
