import { describe, expect, it } from 'vitest'
import { renameFile } from './write-durably'

function renaming(failures: number, code: string) {
  const made: string[] = []
  const once = (from: string, to: string) => {
    made.push(`${from} ${to}`)
    if (made.length <= failures) throw Object.assign(new Error('refused'), { code })
  }
  return { made, once }
}

describe('renaming a file of the library', () => {
  it('is tried again on Windows while another program has it open, before anything else runs', () => {
    const { made, once } = renaming(3, 'EPERM')
    renameFile('a', 'b', { platform: 'win32', once })
    expect(made).toEqual(['a b', 'a b', 'a b', 'a b'])
  })

  it('fails with the last error on Windows after about a second', () => {
    const { made, once } = renaming(100, 'EBUSY')
    const start = performance.now()
    expect(() => renameFile('a', 'b', { platform: 'win32', once })).toThrow('refused')
    expect(made).toHaveLength(8)
    expect(performance.now() - start).toBeGreaterThan(900)
  })

  it('fails at once elsewhere', () => {
    const { made, once } = renaming(1, 'EPERM')
    expect(() => renameFile('a', 'b', { platform: 'linux', once })).toThrow('refused')
    expect(made).toHaveLength(1)
  })
})
