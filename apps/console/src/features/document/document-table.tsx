import { getDocumentFile } from '@greenroom/contract/document/document.endpoints'
import type { TaxDocument } from '@greenroom/contract/document/document.schema'
import { gstStateName } from '@greenroom/contract/gst-state'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { failureMessage } from '../../lib/api/api-error.ts'
import { readNow } from '../../lib/api/hooks.ts'
import { formatMoney } from '../../lib/money.ts'
import { notify } from '../../lib/notify.tsx'
import { paths } from '../../lib/paths.ts'
import { downloadPdf } from '../../lib/pdf-download.ts'
import { OrderId } from '../../shared/order-id/order-id.tsx'
import { Badge } from '../../ui/badge.tsx'
import { BusyButton } from '../../ui/busy-button.tsx'
import { DataTable, DataTableSkeleton } from '../../ui/data-table.tsx'
import { formatDay } from '../../ui/day-field-props.ts'
import { documentColumns, documentKindLabels, documentMessages } from './document-messages.ts'
import classes from './document-table.module.css'

interface DocumentTableProps {
  rows: readonly TaxDocument[]
  onAddState: (document: TaxDocument) => void
  /** Called on hover and focus of Add State: prefetch its dialog. */
  onIntent: () => void
}

/** The register of tax documents (OQ-242). */
export function DocumentTable({ rows, onAddState, onIntent }: DocumentTableProps) {
  return (
    <DataTable label={documentMessages.tableLabel} className={classes.table} columns={columns}>
      {rows.map((document) => (
        <tr key={document.id}>
          <td className={classes.number}>
            <div className="gr-mono gr-bold gr-nowrap">{document.serial}</div>
            <div className="gr-fine gr-faint">
              <span className="gr-nowrap">
                {documentKindLabels[document.kind]}
                {document.invoice && ` ${documentMessages.creditNoteOf(document.invoice.serial)}`}
                {document.sandbox && ' ·'}
              </span>
              {document.sandbox && ` ${documentMessages.sandbox}`}
            </div>
          </td>
          <td className={classes.date}>{formatDay(document.document_date)}</td>
          <td className={classes.order}>
            <Link
              {...paths.transaction(document.order_id)}
              className={classes.link}
              aria-label={document.order_reference}
            >
              <OrderId reference={document.order_reference} />
            </Link>
            <div className={classes.buyer} title={document.buyer.email}>
              {document.buyer.name || document.buyer.email}
            </div>
          </td>
          <td className={classes.place}>
            {placeText(document.place_of_supply)}
            {document.missing_state && (
              <Badge shape="ring" tone="warn">
                {documentMessages.missingState[document.missing_state]}
              </Badge>
            )}
          </td>
          {(['taxable', 'cgst', 'sgst', 'igst', 'total'] as const).map((name) => (
            <td key={name} className={classes[name]} data-zero={document[name] === 0 || undefined}>
              {amountText(document, name)}
            </td>
          ))}
          <td className={classes.actions}>
            <div className={classes.buttons}>
              {document.missing_state && (
                <Button
                  variant="subtle"
                  size="xs"
                  aria-haspopup="dialog"
                  aria-label={documentMessages.addStateOf(document.serial)}
                  onPointerEnter={onIntent}
                  onFocus={onIntent}
                  onClick={() => onAddState(document)}
                >
                  {documentMessages.addState}
                </Button>
              )}
              <DownloadButton document={document} />
            </div>
          </td>
        </tr>
      ))}
    </DataTable>
  )
}

function DownloadButton({ document: { id, serial } }: { document: TaxDocument }) {
  const client = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const download = async () => {
    setIsBusy(true)
    const work = readNow(client, getDocumentFile, { params: { id } }).then(({ data }) =>
      downloadPdf(data, `${serial.replaceAll('/', '-')}.pdf`),
    )
    await notify
      .progress(work, {
        pending: documentMessages.downloading,
        success: documentMessages.downloaded,
        error: failureMessage,
      })
      // The toast has reported it.
      .catch(() => {})
    setIsBusy(false)
  }
  return (
    <BusyButton
      variant="subtle"
      size="xs"
      aria-label={documentMessages.downloadOf(serial)}
      busy={isBusy}
      onClick={() => void download()}
    >
      {documentMessages.download}
    </BusyButton>
  )
}

/** The name of a place of supply. @param code GST code */
export function placeText(code: string): string {
  if (code === '96') return 'Outside India'
  return gstStateName(code) ?? 'Other territory'
}

/** A credit note reduces the books, so its amounts are negative. A tax of zero is a dash. */
export function amountText(
  document: Pick<TaxDocument, 'kind' | 'currency_code' | 'taxable' | 'cgst' | 'sgst' | 'igst' | 'total'>,
  name: 'taxable' | 'cgst' | 'sgst' | 'igst' | 'total',
): string {
  const amount = document[name]
  if (amount === 0 && name !== 'total' && name !== 'taxable') return '–'
  return formatMoney(document.kind === 'credit-note' ? -amount : amount, document.currency_code)
}

/** The skeleton of the table. */
export function DocumentTableSkeleton({ count }: { count: number }) {
  return (
    <DataTableSkeleton
      label={documentMessages.loading}
      count={count}
      className={classes.table}
      columns={columns}
      cells={Object.entries(skeletonWidths).map(([column, widths]) => ({
        className: classes[column],
        widths,
      }))}
    />
  )
}

const skeletonWidths: Record<keyof typeof documentColumns, readonly string[]> = {
  number: ['86%', '60%'],
  date: ['80%'],
  order: ['72%', '50%'],
  place: ['70%'],
  taxable: ['80%'],
  cgst: ['70%'],
  sgst: ['70%'],
  igst: ['70%'],
  total: ['80%'],
  actions: ['60%'],
}

const figures = new Set(['taxable', 'cgst', 'sgst', 'igst', 'total'])
const columns = Object.entries(documentColumns).map(([column, head]) => ({
  className: classes[`${column}Column`],
  head: column === 'actions' ? <span className="gr-unseen">{head}</span> : head,
  headClass: figures.has(column) ? classes.figureHead : undefined,
}))
