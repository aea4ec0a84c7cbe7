import { uploadFile } from '@greenroom/contract/desk/file/file.endpoints'
import type { ModuleHost } from '../../../module-host.ts'
import { invalid } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import { fileUrl } from '../../../platform/files/files.ts'
import { on } from '../../../platform/http/endpoint-route.ts'

/** Uploads that a later JSON request refers to. An upload that nothing refers to is deleted after a day (OQ-023). */
export function fileModule(host: ModuleHost): void {
  const { files } = host
  on(host, uploadFile).handle(async (call, input) => {
    const spooled = input.files.file?.[0]
    if (!spooled) throw invalid([{ path: 'file', message: 'Choose an image' }])
    const { key } = await files.keep(call.db, spooled, null)
    await recordAudit(call, {
      action: 'file.upload',
      entityType: 'file',
      entityId: key,
      label: null,
      after: { media_type: spooled.mediaType, byte_size: spooled.byteSize },
    })
    return { data: { url: fileUrl(key) } }
  })
  host.addJob('remove-file', (_call, payload) => files.releaseByJob(payload))
  host.addSweep('files', ({ now }) => files.sweep(now))
  host.addSweep('trash', ({ now }) => files.emptyTrash(now))
}
