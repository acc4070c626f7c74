import { useSearchParams } from 'react-router'
import { paramsNow } from '../ui/current-location'

/** The query of the address, and what sets one parameter of it (null: takes it away) without another step for Back. */
export function useAddressParams(): readonly [URLSearchParams, (name: string, value: string | null) => void] {
  const [params, setParams] = useSearchParams()
  const set = (name: string, value: string | null) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(paramsNow(before))
        if (value === null) next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true },
    )
  return [params, set]
}
