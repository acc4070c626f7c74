// The usual list: the whole answer in React Query's cache, the cache kept in IndexedDB, an array filter, a virtual table.
import { dehydrate, hydrate, QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { createElement as h, useMemo, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { reportPaint } from './report-paint.mjs'

const rowHeight = 40
const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, gcTime: Infinity } } })

const settled = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

async function openStore() {
  const opening = indexedDB.open('usual', 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore('cache')
  const database = await settled(opening)
  return (mode) => database.transaction('cache', mode).objectStore('cache')
}

const store = await openStore()

async function readInsights() {
  const insights = await globalThis.bare.insights()
  // Waits until the query has its data.
  setTimeout(async () => {
    await settled(store('readwrite').put(dehydrate(client), 'client'))
    globalThis.benchIsKept = true
  })
  return insights
}

function List() {
  const { data = [], error } = useQuery({ queryKey: ['insights'], queryFn: readInsights, retry: false })
  const [words, setWords] = useState('')
  const shown = useMemo(() => {
    const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
    const has = ({ title, description }) => {
      const text = `${title} ${description}`.toLowerCase()
      return wanted.every((word) => text.includes(word))
    }
    const found = wanted.length === 0 ? [...data] : data.filter(has)
    return found.sort((one, other) => (other.combinedScore ?? 0) - (one.combinedScore ?? 0))
  }, [data, words])
  const room = useRef(null)
  const rows = useVirtualizer({
    ...{ count: shown.length, getScrollElement: () => room.current, estimateSize: () => rowHeight, overscan: 8 },
  })
  const search = { type: 'search', value: words, onChange: (event) => setWords(event.currentTarget.value) }
  const body = rows.getVirtualItems().map(({ index, start }) => {
    const { id, title, type, combinedScore, updatedAt } = shown[index]
    const cells = [title, type, combinedScore?.toFixed(2), updatedAt].map((text, place) =>
      h('td', { key: place }, text),
    )
    return h('tr', { key: id, style: { position: 'absolute', top: start } }, cells)
  })
  const table = h('table', { style: { height: rows.getTotalSize() } }, h('tbody', null, body))
  const scroll = { ref: room, id: 'list', style: { height: '85vh', overflow: 'auto', position: 'relative' } }
  return h('div', null, h('input', search), h('p', null, error?.message ?? shown.length), h('div', scroll, table))
}

const kept = await settled(store('readonly').get('client'))
if (kept) hydrate(client, kept)
createRoot(document.getElementById('root')).render(h(QueryClientProvider, { client }, h(List)))
reportPaint(() => document.querySelector('tbody tr'))
