import { createHash, randomBytes } from 'node:crypto'
import type { DataOf } from '@greenroom/contract/endpoint'
import { createDocumentLink } from '@greenroom/contract/money/document/document.endpoints'
import type { Requesters } from '../../../platform/access/requesters.ts'
import { AppError, notFound } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Call } from '../../../platform/call.ts'
import { newId } from '../../../platform/database/record-id.ts'
import { findRecord } from '../../../platform/database/records.ts'
import { findDocument } from './document.repository.ts'
import type { DocumentService } from './document.service.ts'
import {
  deleteEndedLinks,
  findOpenLink,
  insertLink,
  isBuyerErased,
  replaceToken,
} from './document-link.repository.ts'

/** First part of the addresses of links. The rest is a token, which names neither document nor buyer. */
export const linkPath = '/files/documents'

const linkTime = 24 * 60 * 60_000
const tokenBytes = 32

const ended = 'This link has ended. Make a new one.'

/** Links that open one tax document without signing in, for a day (OQ-681). */
export function createDocumentLinks({
  documents,
  requesters,
  publicUrl,
}: {
  documents: Pick<DocumentService, 'fileOf'>
  requesters: Requesters
  publicUrl: string
}) {
  function newToken() {
    const token = randomBytes(tokenBytes).toString('base64url')
    return { tokenHash: hashOf(token), url: new URL(`${linkPath}/${token}`, publicUrl).href }
  }

  return {
    /** @throws AppError NOT_FOUND; WRONG_STATE if the buyer was erased */
    async create(call: Call, documentId: string): Promise<DataOf<typeof createDocumentLink>> {
      const document = await findRecord(call, findDocument, documentId, 'document')
      if (await isBuyerErased(call.db, document.transaction_id)) {
        throw new AppError(
          'WRONG_STATE',
          "The buyer's data was erased, so this document can't be shared. Download it instead.",
        )
      }
      const { tokenHash, url } = newToken()
      const id = newId()
      const endsAt = new Date(call.now.getTime() + linkTime)
      await insertLink(call.db, {
        id,
        document_id: document.id,
        token_hash: tokenHash,
        ends_at: endsAt,
        made_by: call.actor.id,
      })
      await recordAudit(call, {
        action: 'transaction.document-link',
        entityType: 'transaction',
        entityId: document.transaction_id,
        label: document.order_reference,
        after: { document: document.serial, link_ends_at: endsAt.toISOString() },
      })
      return { id, ends_at: endsAt.toISOString(), url }
    },

    /** Replaces the address of a link whose response was lost: nobody has seen it. @throws AppError NOT_FOUND */
    async renew(
      call: Call,
      link: Omit<DataOf<typeof createDocumentLink>, 'url'>,
    ): Promise<DataOf<typeof createDocumentLink>> {
      const { tokenHash, url } = newToken()
      if (!(await replaceToken(call.db, link.id, { tokenHash, now: call.now }))) throw notFound(ended)
      return { ...link, url }
    },

    /**
     * Returns the PDF that a link opens. A link has no credential, so it works only while its maker may download.
     * @param admit called before the file is drawn; throws to refuse
     * @throws AppError NOT_FOUND for a link that has ended or never was; UNAVAILABLE while too many are being drawn
     */
    async open(
      call: Call,
      token: string,
      admit: () => Promise<void>,
    ): Promise<{ bytes: Buffer; fileName: string }> {
      const link = await findOpenLink(call.db, hashOf(token), call.now)
      if (!link) throw notFound(ended)
      await requesters
        .require(call.db, link.made_by, createDocumentLink.permissions)
        .catch((error: unknown) => {
          throw error instanceof AppError && error.code === 'FORBIDDEN' ? notFound(ended) : error
        })
      await admit()
      const { serial } = await findRecord(call, findDocument, link.document_id, 'document')
      return {
        bytes: await documents.fileOf(call, link.document_id),
        fileName: `${serial.replaceAll('/', '-')}.pdf`,
      }
    },

    sweep: ({ db, now }: Call) => deleteEndedLinks(db, now),
  }
}

export type DocumentLinks = ReturnType<typeof createDocumentLinks>

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
