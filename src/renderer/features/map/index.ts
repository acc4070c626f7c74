// Evidence map: goals, opportunities, solutions, insights and feedback as a tree to walk through. `outline.ts` decides what
// is shown, `layout.ts` where; `MapTree.tsx` draws it on screen and `drawing.ts` in a file.
export { MapView } from './MapView'
