import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { describe, expect, test } from 'vitest'
import { MeanSentiment, risingColumn, Sentiment, ShortSentiment, Trend } from './Evidence'

const shown = (mean: number) => {
  const texts = [<MeanSentiment key="long" score={mean} />, <ShortSentiment key="short" score={mean} />].map((each) => {
    render(<MantineProvider>{each}</MantineProvider>)
    const { textContent } = screen.getByTitle(/Sentiment, from −1 to 1/)
    cleanup()
    return textContent
  })
  expect(texts[0]).toBe(texts[1])
  return texts[0]
}

describe('the mean sentiment of several pieces of feedback', () => {
  test.each([-0.25, -0.2513, -0.2549])('is neutral at %f, like any mean shown as −0.25', (mean) => {
    expect(shown(mean)).toBe('Neutral · −0.25')
  })

  test('is positive or negative only beyond a mean shown as ±0.25', () => {
    expect([-0.26, 0.2513, 0.257].map(shown)).toEqual(['Negative · −0.26', 'Neutral · +0.25', 'Positive · +0.26'])
  })
})

/** The tone and the icon of a mark, and its text. */
function look(mark: ReactNode): readonly [tone: string | undefined, icon: string | undefined, text: string] {
  const { container, unmount } = render(mark)
  const tone = container.querySelector<HTMLElement>('[data-tone]')?.dataset.tone
  const icon = [...(container.querySelector('svg')?.classList ?? [])].find((name) => name.startsWith('tabler-icon-'))
  const { textContent } = container
  unmount()
  return [tone, icon?.replace('tabler-icon-', ''), textContent]
}

test.each([
  ['Positive', 'Positive', 'mood-smile'],
  ['Neutral', 'Neutral', 'mood-neutral'],
  ['Negative', 'Negative', 'mood-sad'],
  ['Mixed', 'Neutral', 'mood-neutral'],
])('shows the sentiment %s in its own shape, or in the neutral one when it is unknown', (word, tone, icon) => {
  expect(look(<Sentiment sentimentCategory={word} sentimentScore={null} sentimentConfidence={null} />)).toEqual([
    ...[tone, icon, word],
  ])
})

test('shows no sentiment when the service gives none, and says so of a mean', () => {
  const none = { sentimentCategory: null, sentimentScore: null, sentimentConfidence: null }
  expect(look(<Sentiment {...none} />)).toEqual([undefined, undefined, ''])
  expect(look(<MeanSentiment score={null} />)).toEqual([undefined, undefined, 'none'])
})

test.each([
  [0.5, ['Rising', 'arrow-up', 'Rising +0.50']],
  [-0.5, ['Falling', 'arrow-down', 'Falling −0.50']],
  [0, ['Steady', 'arrow-right', 'Steady']],
  [null, [undefined, undefined, '–']],
])('shows the trend %s as an arrow, a word and a figure', (trend, shown) => {
  expect(look(<Trend trend={trend} />)).toEqual(shown)
})

test('marks a number of rising insights with an arrow, but not zero', () => {
  const { cell } = risingColumn<{ rising: number }>()
  expect(look(cell({ rising: 1200 }))).toEqual(['Rising', 'arrow-up', '1,200'])
  expect(look(cell({ rising: 0 }))).toEqual([undefined, undefined, '0'])
})
