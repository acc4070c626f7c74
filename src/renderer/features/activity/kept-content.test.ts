import { expect, it } from 'vitest'
import { readContent } from './kept-content'

it('lays out the fields of a record, leaving out what is empty', () => {
  const { fields, isHidden } = readContent(
    '{"title":"<b>Old</b>","createdAt":"2026-01-02","priority":0,"ownerId":null,"analyticEvents":["a"],"solutions":[]}',
  )
  expect(isHidden).toBe(false)
  expect(fields).toEqual([
    { name: 'Title', text: '<b>Old</b>', isPlain: true },
    { name: 'Created at', text: '2026-01-02', isPlain: true },
    { name: 'Priority', text: '0', isPlain: true },
    { name: 'Analytic events', text: '[\n  "a"\n]', isPlain: false },
  ])
})

it('knows a record that asks for discretion', () => {
  expect(readContent('{"title":"x","hideContent":true}').isHidden).toBe(true)
  const related = (hideContent: boolean) => JSON.stringify({ title: 'x', opportunities: [{ title: 'y', hideContent }] })
  expect(readContent(related(true)).isHidden).toBe(true)
  expect(readContent(related(false)).isHidden).toBe(false)
})

it('takes for discreet what was kept before that was noted, and only that', () => {
  const goal = (own: object, insight: object) =>
    readContent(
      JSON.stringify({ title: 'x', ...own, insights: [{ title: 'y', ...insight }], metrics: [{ label: 'z' }] }),
    )
  const open = { hideContent: false }
  expect(goal(open, open).isHidden).toBe(false)
  expect(goal({}, open).isHidden).toBe(true)
  expect(goal({ hideContent: 0 }, open).isHidden).toBe(true)
  expect(goal(open, {}).isHidden).toBe(true)
  expect(readContent('{"title":"A document","url":"u"}').isHidden).toBe(false)
})

it('keeps a text that is no record as it is', () => {
  expect(readContent('{"title": broken')).toEqual({ fields: null, isHidden: false, json: '{"title": broken' })
  expect(readContent('[1]').fields).toBeNull()
})
