// The same generated inputs at every `npm test`, so that it is green or red on every machine alike. Each run of
// `npm run test:repeat` tries others, and so does `npm run test:fuzz` of the properties in this folder.
import fc from 'fast-check'

fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 1) })
