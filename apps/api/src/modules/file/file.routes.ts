import { uploadFile } from '@greenroom/contract/file/file.endpoints'
import { recordAudit } from '../../platform/audit/audit.ts'
import { invalid } from '../../platform/error.ts'
import { fileUrl } from '../../platform/files/files.ts'
import { type EndpointHost, on } from '../../platform/http/endpoint-route.ts'

/** Uploads that a later JSON call refers to; one that nothing refers to goes within a day (OQ-023). */
export function registerUploadRoutes(host: EndpointHost): void {
  on(host, uploadFile).handle(async ({ db, files, actor }) => {
    const spooled = files.file?.[0]
    if (!spooled) throw invalid([{ path: 'file', message: 'Choose an image' }])
    const { key } = await host.files.keep(db, spooled, null)
    await recordAudit(db, actor, {
      action: 'file.upload',
      entityType: 'file',
      entityId: key,
      label: null,
      after: { media_type: spooled.mediaType, byte_size: spooled.byteSize },
    })
    return { data: { url: fileUrl(key) } }
  })
}
