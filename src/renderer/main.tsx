import { styleNonce } from './app/nonce'
import '@fontsource-variable/inter/wght.css'
import './app/mantine.css'
import './app/app.css'
import { createRoot } from 'react-dom/client'
import { App } from './app/App'
import { boot } from './app/boot'
import { createQueryClient } from './app/query-client'
import { createAppRouter } from './app/router'
import { preloadAll } from './ui/lazy-with-preload'

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no element to render into.')

const queryClient = createQueryClient()
void boot(queryClient).then(() => {
  createRoot(root).render(
    <App queryClient={queryClient} router={createAppRouter(queryClient)} styleNonce={styleNonce} />,
  )
  // After the rows, which are read from disk meanwhile.
  setTimeout(preloadAll, 1000)
})
