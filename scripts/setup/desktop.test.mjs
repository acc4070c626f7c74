import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openDesktop } from './desktop.mjs'
import { cacheFolder } from './paths.mjs'

test.runIf(process.platform === 'linux')(
  'a keyring that may not run in a container ends the start, with its words and the missing option',
  async () => {
    // Some computers start no program in the folder for temporary files.
    mkdirSync(cacheFolder, { recursive: true })
    const programs = mkdtempSync(path.join(cacheFolder, 'programs-'))
    const write = (name, script) => writeFileSync(path.join(programs, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
    write('Xvfb', 'echo 7 >&3; exec sleep 600')
    write('dbus-daemon', `echo unix:path=${programs}/bus >&3; exec sleep 600`)
    write('gnome-keyring-daemon', 'echo "failed to execute it: Operation not permitted" >&2; exit 126')
    try {
      const env = { ...process.env, PATH: `${programs}:${process.env.PATH}` }
      await expect(openDesktop({ env })).rejects.toThrow(
        'The keyring of the virtual desktop didn’t start (exit code 126).\nfailed to execute it: Operation not permitted\n' +
          'If this is a container, start it with --cap-add=IPC_LOCK.',
      )
    } finally {
      rmSync(programs, { recursive: true })
    }
  },
)
