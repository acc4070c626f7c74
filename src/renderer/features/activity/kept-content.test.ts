import { expect, it } from 'vitest'
import { exactTime } from '../../ui/relative-time'
import { idsInBody, readContent } from './kept-content'

it('lists the fields of a record, leaving out empty ones', () => {
  const { fields, isHidden } = readContent(
    '{"title":"<b>Old</b>","createdAt":"2026-01-02","priority":0,"ownerId":null,"note":"","analyticEvents":["a"],"solutions":[]}',
  )
  expect(isHidden).toBe(false)
  expect(fields).toEqual([
    { name: 'Title', text: '<b>Old</b>', isPlain: true },
    { name: 'Created', text: '2026-01-02', isPlain: true },
    { name: 'Priority value', text: '0', isPlain: true },
    { name: 'Analytics events', text: 'a', isPlain: true },
  ])
})

it('says yes or no, and names fields in words', () => {
  const { fields } = readContent(
    '{"hideContent":false,"isOpen":true,"sourceUrl":"u","ownerId":"o","feedbackIds":["f"],"outcomeIds":["g"]}',
  )
  expect(fields?.map(({ name, text }) => [name, text])).toEqual([
    ['Hidden', 'no'],
    ['Is open', 'yes'],
    ['Source url', 'u'],
    ['Owner ID', 'o'],
    ['Feedback IDs', 'f'],
    ['Goal IDs', 'g'],
  ])
})

it('names each linked record on one line, without a title by its label or ID', () => {
  const metrics = [{ title: 'Two\n lines' }, { title: '', label: 'Rides' }, { title: '', label: '', id: 'i' }]
  expect(readContent(JSON.stringify({ metrics })).fields).toEqual([
    { name: 'Metrics', text: 'Two lines\nRides\ni', isPlain: true },
  ])
})

it('formats types and times as the lists do', () => {
  const at = '2026-01-02T08:30:00Z'
  const { fields } = readContent(JSON.stringify({ type: 'FeatureRequest', updatedAt: at, summary: at }))
  expect(fields?.map(({ name, text }) => [name, text])).toEqual([
    ['Type', 'Feature request'],
    ['Updated', exactTime(Date.parse(at))],
    ['Summary', at],
  ])
})

it('names the state and source of a knowledge item as the list does, and unknown ones as they are', () => {
  const values = (item: object) => readContent(JSON.stringify(item)).fields?.map(({ name, text }) => [name, text])
  expect(values({ state: 'completed', source: 'url' })).toEqual([
    ['State', 'Ready'],
    ['Source', 'Web page'],
  ])
  expect(values({ state: 'archived', source: 'constructor' })).toEqual([
    ['State', 'archived'],
    ['Source', 'constructor'],
  ])
})

it.each([
  ['goals', '{"outcomeIds":["a","b","a"]}', ['a', 'b']],
  ['anything but texts', '{"outcomeIds":["a",1]}', ['a']],
  ['no list', '{"outcomeIds":"a"}', []],
  ['no record', '["a"]', []],
  ['no JSON', '{"outcomeIds":', []],
  ['no body', null, []],
])('reads the IDs in a body with %s, each once', (_, body, ids) => {
  expect(idsInBody(body, 'outcomeIds')).toEqual(ids)
})

it('names the records linked to a goal, one per line', () => {
  const linked = (title: string | null) => ({ id: `id of ${title}`, title, hideContent: false })
  const goal = {
    ...{ title: 'Goal', hideContent: false, insights: [linked('One'), linked('Two')], opportunities: [linked(null)] },
    metrics: [{ metricId: 'm1', label: 'Rides' }],
    history: [{ at: 1 }],
    figures: [1, null],
  }
  expect(readContent(JSON.stringify(goal)).fields?.slice(2)).toEqual([
    { name: 'Insights', text: 'One\nTwo', isPlain: true },
    { name: 'Opportunities', text: 'id of null', isPlain: true },
    { name: 'Metrics', text: 'Rides', isPlain: true },
    { name: 'History', text: '[\n  {\n    "at": 1\n  }\n]', isPlain: false },
    { name: 'Figures', text: '[\n  1,\n  null\n]', isPlain: false },
  ])
})

it('distinguishes a hidden record from one with hidden links', () => {
  const goal = (own: object, link: object) =>
    JSON.stringify({
      title: 'Goal',
      ...own,
      insights: [{ id: 'i', title: 'Secret', ...link }],
      metrics: [{ label: 'z' }],
    })
  const [open, hidden] = [{ hideContent: false }, { hideContent: true }]
  expect(readContent(goal(open, open))).toMatchObject({ isHidden: false, hasHiddenLinks: false })
  expect(readContent(goal(hidden, open))).toMatchObject({ isHidden: true, hasHiddenLinks: false })
  expect(readContent(goal(open, hidden))).toMatchObject({ isHidden: false, hasHiddenLinks: true })
  expect(readContent('{"title":"x","hideContent":true}').isHidden).toBe(true)
})

it('treats records and links kept without the hidden mark as hidden, except documents', () => {
  const goal = (own: object, link: object) =>
    JSON.stringify({ title: 'x', ...own, insights: [{ title: 'y', ...link }] })
  expect(readContent(goal({}, { hideContent: false })).isHidden).toBe(true)
  expect(readContent(goal({ hideContent: 0 }, {}))).toMatchObject({ isHidden: true, hasHiddenLinks: true })
  expect(readContent('{"title":"A document","url":"u"}').isHidden).toBe(false)
})

it('leaves the content of hidden links out of the fields and the JSON until it is requested', () => {
  const json = JSON.stringify({
    ...{ title: 'Goal', hideContent: false },
    insights: [
      { id: 'i', title: 'Secret', hideContent: true },
      { id: 'j', title: 'Public', hideContent: false },
    ],
  })
  const masked = JSON.stringify(readContent(json))
  expect(masked).not.toContain('Secret')
  expect(masked).toContain('Public')
  expect(readContent(json, true).json).toContain('Secret')
})

it('keeps text that is not a record unchanged', () => {
  expect(readContent('{"title": broken')).toEqual({
    ...{ fields: null, isHidden: false, hasHiddenLinks: false, json: '{"title": broken' },
  })
  expect(readContent('[1]')).toMatchObject({ fields: null, json: '[\n  1\n]' })
})
