import type { addDocumentState, getDocumentFile } from '@greenroom/contract/document/document.endpoints'
import type { TaxDocument } from '@greenroom/contract/document/document.schema'
import { gstStateName } from '@greenroom/contract/gst-state'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMay } from '../../lib/api/permissions.ts'
import { formatMoney } from '../../lib/money.ts'
import { paths } from '../../lib/paths.ts'
import { OrderId } from '../../shared/order-id/order-id.tsx'
import { PersonLink } from '../../shared/person-link/person-link.tsx'
import { DocumentDownload } from '../../shared/tax-document/document-download.tsx'
import { documentKindLabels } from '../../shared/tax-document/tax-document-messages.ts'
import { Badge } from '../../ui/badge.tsx'
import { DataTable, DataTableSkeleton } from '../../ui/data-table.tsx'
import { formatDay } from '../../ui/day-field-props.ts'
import { documentColumns, documentMessages } from './document-messages.ts'
import classes from './document-table.module.css'

interface DocumentTableProps {
  rows: readonly TaxDocument[]
  onAddState: (document: TaxDocument) => void
  /** Called on hover and focus of Add State: prefetch its dialog. */
  onIntent: () => void
}

/** The register of tax documents (OQ-242). */
export function DocumentTable({ rows, onAddState, onIntent }: DocumentTableProps) {
  const mayAddState = useMay<typeof addDocumentState>('money.write')
  const hasActions = useHasActions()
  return (
    <DataTable
      label={documentMessages.tableLabel}
      className={classes.table}
      columns={hasActions ? columns : columns.slice(0, -1)}
    >
      {rows.map((document) => (
        <tr key={document.id} data-record={document.id}>
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
              <PersonLink person={`order.${document.order_id}`}>
                {document.buyer.name || document.buyer.email}
              </PersonLink>
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
          {hasActions && (
            <td className={classes.actions}>
              <div className={classes.buttons}>
                {mayAddState && document.missing_state && (
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
                <DocumentDownload id={document.id} serial={document.serial} />
              </div>
            </td>
          )}
        </tr>
      ))}
    </DataTable>
  )
}

/** Tells whether the role includes one of the actions of a row. Without any there is no column for them. */
function useHasActions(): boolean {
  const mayAddState = useMay<typeof addDocumentState>('money.write')
  const mayDownload = useMay<typeof getDocumentFile>('money.read', 'personal.read')
  return mayAddState || mayDownload
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
  const hasActions = useHasActions()
  return (
    <DataTableSkeleton
      label={documentMessages.loading}
      count={count}
      className={classes.table}
      columns={hasActions ? columns : columns.slice(0, -1)}
      cells={Object.entries(skeletonWidths)
        .filter(([column]) => hasActions || column !== 'actions')
        .map(([column, widths]) => ({
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
