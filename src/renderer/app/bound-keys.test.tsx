// The list of keys against what the frame and the views really bind.
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { InsightsView } from '../features/insights'
import { KnowledgeView } from '../features/knowledge'
import { noNews } from '../testing/places'
import { renderView } from '../testing/render'
import { dialogs, everyKey, isOfMenu } from '../ui/every-key'
import { useBoundKeys } from '../ui/keys'
import { Frame } from './Frame'

function Bound() {
  return <output aria-label="Bound">{JSON.stringify([...useBoundKeys()])}</output>
}

it('names every key that is bound, and none that is not', async () => {
  renderView(
    <>
      <Frame />
      <InsightsView />
      <KnowledgeView />
      <Bound />
    </>,
    {
      route: '/insights/1',
      path: '/insights/:id?',
      answers: {
        'shell.info': () => ({
          ...{ version: '1.0.0', electron: '45.0.0', platform: 'linux' },
          ...{ isFallbackRuntime: false, notices: [], isLibraryStopped: false },
        }),
        'insights.query': () => ({ rows: [], total: 0, all: 0, unseen: 0 }),
        'insights.get': () => new Promise(() => {}),
        'knowledge.query': () => ({ rows: [], total: 0, all: 0, sources: [], states: [] }),
        'knowledge.get': () => new Promise(() => {}),
        'news.query': () => noNews,
        'shell.painted': () => null,
      },
    },
  )
  await screen.findByRole('searchbox', { name: 'Search knowledge' })
  const bound: readonly string[] = JSON.parse(screen.getByLabelText('Bound').textContent ?? '[]')
  // The menu hears its own; a form and its buttons hear theirs.
  const others = [...everyKey.filter(isOfMenu), ...dialogs.uses.flatMap(({ keys }) => keys)]
  expect([...new Set([...bound, ...others])].toSorted()).toEqual(everyKey.toSorted())
})
