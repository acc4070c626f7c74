// Evidence map: goals, opportunities, solutions, insights and feedback as a tree that one walks through. `outline.ts` says
// what is shown, `layout.ts` where, `MapTree.tsx` draws it on screen and `drawing.ts` for a file.
export { MapView } from './MapView'
