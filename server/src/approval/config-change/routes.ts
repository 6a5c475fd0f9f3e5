import { configChangeCalls } from '@usance/wire/config-change/calls'
import { afterwards, routes } from '../../http/context.ts'
import { sheetOf } from '../../platform/file/parse-file.ts'
import { change, changes } from './changes.ts'
import { current } from './current.ts'
import { importRates, rateTemplate } from './import-rates.ts'
import { parties } from './parties.ts'
import { proof } from './proof.ts'
import { propose } from './propose.ts'
import { fxInForce } from './rates-in-force.ts'

export const configChangeRoutes = routes(configChangeCalls, {
  current,
  changes,
  change,
  propose,
  proof,
  rateTemplate,
  fxInForce,
  importRates: afterwards<typeof configChangeCalls.importRates, string[][]>(sheetOf, importRates),
  parties,
})
