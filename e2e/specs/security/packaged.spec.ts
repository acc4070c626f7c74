// Behaviour that only a packaged build has.
import { spawn } from 'node:child_process'
import { readdir, symlink } from 'node:fs/promises'
import path from 'node:path'
import { withPackagedCopy } from '../../app/packaged-copy'
import { expect, test } from '../../fixtures/test'

const project = path.resolve(import.meta.dirname, '../../..')

interface Ended {
  readonly code: number | null
  readonly isStuck: boolean
  readonly said: string
}

function run(program: string, args: readonly string[]): Promise<Ended> {
  const child = spawn(program, ['--no-sandbox', ...args], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (text: Buffer) => {
    said += text.toString()
  })
  return new Promise((resolve) => {
    const tooLong = setTimeout(() => {
      child.kill('SIGKILL')
      resolve({ code: null, isStuck: true, said })
    }, 90_000)
    child.once('close', (code) => {
      clearTimeout(tooLong)
      resolve({ code, isStuck: false, said })
    })
  })
}

test('a packaged build does not start with unsafe switches, and starts without them', ({ profile }) =>
  withPackagedCopy(async ({ folder, program, app }) => {
    await symlink(project, app)
    const start = (refused: string) => run(program, [`--user-data-dir=${profile}`, refused])
    const netLog = path.join(folder, 'net-log')
    for (const refused of [
      ...[
        '--ignore-certificate-errors',
        '--ignore-certificate-errors-spki-list=AAAA',
        '--disable-web-security',
        '--development-server',
      ],
      ...['--remote-debugging-port=0', '--inspect=0', `--log-net-log=${netLog}`, '--js-flags=--expose-gc'],
    ]) {
      expect(await start(refused), refused).toMatchObject({
        code: 1,
        isStuck: false,
        said: expect.stringContaining(`not start with ${refused.split('=')[0]}`),
      })
    }
    expect(await readdir(folder)).not.toContain('net-log')
    // Without such a switch the program starts, and runs until it is ended or hands over to a running one.
    const child = spawn(program, ['--no-sandbox', `--user-data-dir=${profile}`, '--sandbox'], { stdio: 'ignore' })
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
    await expect.poll(() => readdir(path.join(profile, 'library')).catch(() => []), { timeout: 60_000 }).not.toEqual([])
    const second = await run(program, [`--user-data-dir=${profile}`])
    expect(second).toMatchObject({ code: 0, isStuck: false })
    child.kill('SIGTERM')
    await ended
  }))
