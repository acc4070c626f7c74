import { expect, it } from 'vitest'
import { createTurns } from './in-turn'

it('does work on one thing in the order in which it was asked for, whatever is under way', async () => {
  const inTurn = createTurns()
  const done: string[] = []
  let end = () => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  const save = (name: string, until = Promise.resolve()) =>
    inTurn('note', async () => {
      done.push(`${name} begins`)
      await until
      done.push(`${name} ends`)
    })
  void save('first')
  void save('second', ended)
  await expect.poll(() => done).toContain('second begins')
  const third = save('third')
  end()
  await third
  const names = ['first', 'second', 'third']
  expect(done).toEqual(names.flatMap((name) => [`${name} begins`, `${name} ends`]))
})
