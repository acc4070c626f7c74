import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('leaves room below both columns of a view, so that notices do not cover their last lines', () => {
  const styles = readFileSync('src/renderer/ui/TwoColumns.module.css', 'utf8')
  for (const name of ['side', 'main']) {
    const rule = new RegExp(`^\\.${name} \\{([^}]*)\\}`, 'm').exec(styles)?.[1]
    expect(rule).toContain('overflow-y: auto')
    expect(rule).toContain('--notices-room')
  }
})
