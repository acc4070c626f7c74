// DevTools in a packaged build would give a person who is talked into pasting something the page's own bridge. Electron
// calls itself packaged when its program has a name of its own; a script beside the app reports what it finds.
import { spawn } from 'node:child_process'
import { copyFile, link, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
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

async function layOut(folder: string): Promise<string> {
  const executable = await realpath(createRequire(import.meta.url)('electron') as string)
  const distribution = path.dirname(executable)
  const program = path.join(folder, 'discovery-desk')
  await link(executable, program).catch(() => copyFile(executable, program))
  for (const name of await readdir(distribution)) {
    if (name !== 'resources' && name !== path.basename(executable)) {
      await symlink(path.join(distribution, name), path.join(folder, name))
    }
  }
  const app = path.join(folder, 'resources', 'app')
  await mkdir(app, { recursive: true })
  await writeFile(path.join(app, 'package.json'), JSON.stringify({ name: 'discovery-desk', main: 'probe.cjs' }))
  return program
}

test('a packaged build opens no DevTools, and shows no page of a development server', async ({ profile }) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'discovery-desk-packaged-'))
  const report = path.join(folder, 'report.json')
  try {
    const program = await layOut(folder)
    await writeFile(path.join(folder, 'resources', 'app', 'probe.cjs'), probe(report))
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
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
