// The page that a new electron-vite project with React begins with, without its pictures: one component with a button.
import { createElement as h, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { reportPaint } from './report-paint.mjs'

function Counter() {
  const [count, setCount] = useState(0)
  return h('button', { type: 'button', onClick: () => setCount(count + 1) }, `Count is ${count}`)
}

createRoot(document.getElementById('root')).render(h(Counter))
reportPaint(() => document.querySelector('button'))
