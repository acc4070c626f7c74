import { createContext, useContext } from 'react'

export const ActiveRow = createContext(false)

/** Whether the cell is in the row that the keys act on: what can be done there is reached with Tab, elsewhere not. */
export function useRowTabIndex(): 0 | -1 {
  return useContext(ActiveRow) ? 0 : -1
}
