import { listBin, removeFromBin, restoreFromBin } from '@greenroom/contract/desk/bin/bin.endpoints'
import { binNouns } from '@greenroom/contract/desk/bin/bin.schema'
import type { ModuleHost } from '../../../module-host.ts'
import { on } from '../../../platform/http/endpoint-route.ts'
import { createBinService } from './bin.service.ts'
import type { BinDisposal } from './bin-disposal.service.ts'

/** What was deleted and can come back. */
export function binModule(host: ModuleHost, { disposal }: { disposal: BinDisposal }): void {
  const bin = createBinService({ disposal, log: host.log })
  on(host, listBin).handle(async (call, { query }) => ({ data: await bin.list(call, query) }))
  on(host, restoreFromBin).handle(async (call, { params }) => {
    const data = await bin.restore(call, params.id)
    const noun = binNouns[data.kind]
    return { data, message: `${noun[0]?.toUpperCase()}${noun.slice(1)} restored` }
  })
  on(host, removeFromBin).handle(async (call, { params }) => {
    await bin.remove(call, params.id)
    return { data: {}, message: 'Deleted for good' }
  })
  host.addSweep('bin', bin.sweep)
}
