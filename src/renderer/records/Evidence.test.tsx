import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { MeanSentiment, ShortSentiment } from './Evidence'

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
