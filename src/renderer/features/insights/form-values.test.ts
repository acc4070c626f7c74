import { expect, it } from 'vitest'
import {
  changedFeedback,
  feedbackIdsIn,
  hasOtherText,
  insightOf,
  isBlank,
  problemsOf,
  valuesOf,
  valuesOfBody,
  withFeedback,
} from './form-values'

const id = '018f6a52-7c1e-7b30-9c55-1f0f2a3b4c5d'
const good = valuesOf({ type: 'Bug', title: ' Late alarm ', description: 'It rings after the theft.' })

it('reads the fields that were filled in, trimmed, and leaves out the rest', () => {
  expect(problemsOf(good)).toEqual({})
  const blank = { ...good, ownerId: ' ', momentumScore: ' ' }
  expect(insightOf(blank)).toEqual({ type: 'Bug', title: 'Late alarm', description: 'It rings after the theft.' })
})

it('accepts IDs separated by lines or commas, and numbers with either decimal separator', () => {
  const values = {
    ...good,
    feedbackIds: `${id},\n ${id}`,
    ownerId: ' pm ',
    strengthScore: '0,5',
    combinedScore: ' 1.5 ',
  }
  const read = { feedbackIds: [id, id], ownerId: 'pm', strengthScore: 0.5, combinedScore: 1.5 }
  expect(insightOf(values)).toMatchObject(read)
})

it('says what is wrong, once per field', () => {
  const problems = problemsOf(valuesOf({ feedbackIds: `${id} one two`, strengthScore: '1.2', momentumScore: 'a lot' }))
  expect(problems).toEqual({
    type: expect.any(String),
    title: expect.any(String),
    description: expect.any(String),
    feedbackIds: expect.stringContaining('“one”, “two” aren’t UUIDs'),
    strengthScore: expect.stringContaining('0 to 1'),
    momentumScore: expect.stringContaining('0 or more'),
  })
})

it('takes no longer text that begins or ends with an ID for one', () => {
  for (const longer of [`${id}0`, `0${id}`]) {
    expect(feedbackIdsIn(`${id} ${longer}`)).toEqual([id])
    expect(hasOtherText(longer)).toBe(true)
  }
  expect(hasOtherText(id)).toBe(false)
})

it('accepts any draft: unknown fields are dropped, missing ones are empty', () => {
  expect(valuesOf({ title: 'Half', mood: 'good' })).toEqual({ ...valuesOf(), title: 'Half' })
  expect(isBlank(valuesOf({ title: ' \n' }))).toBe(true)
  expect(isBlank(valuesOf({ ownerId: 'x' }))).toBe(false)
})

it('adds feedback to the IDs already typed, each once, and changes nothing else', () => {
  const [one, other] = [id, id.replace('018f', '028f')]
  expect(withFeedback(valuesOf(), [one, other]).feedbackIds).toBe(`${one}\n${other}`)
  const typed = { ...good, feedbackIds: ` ${one}, not-finish ` }
  expect(withFeedback(typed, [one, other])).toEqual({ ...good, feedbackIds: ` ${one}, not-finish\n${other}` })
  expect(withFeedback(typed, [one])).toBe(typed)
})

it('replaces the feedback IDs, and keeps text that is not an ID', () => {
  const [one, other, third] = [1, 2, 3].map((place) => `123e4567-e89b-42d3-a456-42661417400${place}`) as [
    string,
    string,
    string,
  ]
  const text = `${one}, not-an-id ${other};${one}`
  expect(feedbackIdsIn(text)).toEqual([one, other])
  expect(changedFeedback(text, [other, third])).toBe(`not-an-id\n${other}\n${third}`)
  expect(changedFeedback('', [one])).toBe(one)
})

it('reads the values of a sent body, with one ID per line, and none of anything else', () => {
  const body = { ...{ title: 'Late alarm', combinedScore: 2, feedbackIds: [id, 'other'] }, unknown: true }
  expect(valuesOfBody(JSON.stringify(body))).toEqual(
    valuesOf({ title: 'Late alarm', combinedScore: '2', feedbackIds: `${id}\nother` }),
  )
  expect([null, 'null', '"text"', '1'].map(valuesOfBody)).toEqual([null, null, null, null])
})
