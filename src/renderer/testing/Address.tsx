import { useLocation } from 'react-router'

/** Shows the address of the page to a test: `getByLabelText('Address')`. */
export function Address() {
  const { pathname, search } = useLocation()
  return <output aria-label="Address">{pathname + search}</output>
}
