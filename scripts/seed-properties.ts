import fc from 'fast-check'

// One seed for every property of a run, so that the same code gives the same result anywhere; FC_SEED tries other values.
const usual = 20_261_122
const asked = process.env.FC_SEED
const seed = asked === undefined ? usual : Number(asked)
if (!Number.isInteger(seed)) throw new Error(`FC_SEED is a whole number, not "${asked}".`)

fc.configureGlobal({ seed })
