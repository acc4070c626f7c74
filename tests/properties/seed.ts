// Seeds generated inputs, so that `npm test` has the same result on every computer. Each run of `npm run test:repeat`
// tries other inputs, as does `npm run test:fuzz` for the properties in this folder.
import fc from 'fast-check'

fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 1) })
