import { gstStateName } from '@greenroom/contract/gst-state'
import type { addDocumentState, getDocumentFile } from '@greenroom/contract/money/document/document.endpoints'
import type { TaxDocument } from '@greenroom/contract/money/document/document.schema'
import { Link } from '@tanstack/react-router'
import { useMay } from '../../../lib/api/permissions.ts'
import { formatMoney } from '../../../lib/money.ts'
import { paths } from '../../../lib/paths.ts'
import { CorrectInvoiceButton } from '../../../shared/money/correct-invoice/correct-invoice-button.tsx'
import { OrderId } from '../../../shared/money/order-id/order-id.tsx'
import { DocumentDownload } from '../../../shared/money/tax-document/document-download.tsx'
import { DocumentLink } from '../../../shared/money/tax-document/document-link.tsx'
import { documentKindLabels, flagLabelsOf } from '../../../shared/money/tax-document/tax-document-messages.ts'
import { PersonLink } from '../../../shared/people/person-link/person-link.tsx'
import { type SelectContext, selectColumn } from '../../../shared/record/selection/select-column.tsx'
import { formatDay } from '../../../ui/day-field-props.ts'
import { type Column, recordTable } from '../../../ui/record-table.tsx'
import { documentColumns as headings, documentMessages as messages } from './document-messages.ts'
import classes from './document-table.module.css'

interface Context {
  mayAddState: boolean
  onAddState: (document: TaxDocument) => void
  /** Called on hover and focus of Add State: prefetch its dialog. */
  onIntent: () => void
}

const columns: readonly Column<TaxDocument, Context>[] = [
  {
    key: 'number',
    heading: headings.number,
    width: 'var(--number)',
    lines: ['86%', '60%'],
    cell: ({ serial, document_date, kind, invoice, sandbox }) => {
      const of = invoice ? messages.noteOf(invoice.serial) : undefined
      return (
        <>
          <div className="gr-nowrap">
            <span className="gr-mono gr-bold">{serial}</span>
            {sandbox && <span className={classes.sandbox}> {messages.sandbox}</span>}
          </div>
          <div className={classes.kind} title={of}>
            {formatDay(document_date)} · {documentKindLabels[kind]}
            {of && <span className={classes.of}> {of}</span>}
          </div>
        </>
      )
    },
  },
  {
    key: 'order',
    heading: headings.order,
    lines: ['72%', '50%'],
    cell: ({ order_id, order_reference, buyer, flags }) => (
      <>
        <Link {...paths.transaction(order_id)} className={classes.link} aria-label={order_reference}>
          <OrderId reference={order_reference} />
        </Link>
        <div className={classes.buyer} title={buyer.email}>
          <PersonLink person={`order.${order_id}`}>{buyer.name || buyer.email}</PersonLink>
          <Flags labels={flagLabelsOf(flags)} />
        </div>
      </>
    ),
  },
  {
    key: 'place',
    heading: headings.place,
    width: 'max(130px, 12cqi)',
    className: classes.place,
    lines: ['70%'],
    cell: (document, { mayAddState, onAddState, onIntent }) => (
      <>
        {placeText(document.place_of_supply)}
        {document.missing_state && (
          <span className={classes.assumed} title={messages.missingState[document.missing_state]}>
            {' '}
            {messages.assumed}
          </span>
        )}
        {mayAddState && document.missing_state && (
          <button
            type="button"
            className={classes.add}
            aria-haspopup="dialog"
            aria-label={messages.addStateOf(document.serial)}
            onPointerEnter={onIntent}
            onFocus={onIntent}
            onClick={() => onAddState(document)}
          >
            {messages.addState}
          </button>
        )}
      </>
    ),
  },
  figure('taxable'),
  figure('cgst'),
  figure('sgst'),
  figure('igst'),
  figure('total'),
  {
    key: 'actions',
    heading: headings.actions,
    width: 164,
    lines: ['60%'],
    cell: ({ id, serial, is_current }) => (
      <div className={classes.buttons}>
        {is_current && <CorrectInvoiceButton isIcon id={id} serial={serial} />}
        <DocumentLink isIcon id={id} serial={serial} />
        <DocumentDownload id={id} serial={serial} />
      </div>
    ),
  },
]

/** The first thing to look at in a document; the tooltip has all of them. */
function Flags({ labels }: { labels: readonly string[] }) {
  const [first, ...others] = labels
  if (first === undefined) return null
  return (
    <span className={classes.assumed} title={labels.join(', ')}>
      {' · '}
      {first}
      {others.length > 0 && ` +${others.length}`}
    </span>
  )
}

function figure(name: 'taxable' | 'cgst' | 'sgst' | 'igst' | 'total'): Column<TaxDocument> {
  const isTax = name !== 'taxable' && name !== 'total'
  return {
    key: name,
    heading: headings[name],
    ...(name !== 'total' && { phoneLabel: headings[name] }),
    width: isTax ? 'clamp(78px, 7.2cqi, 120px)' : 'clamp(100px, 8.6cqi, 142px)',
    className: `gr-nowrap gr-num ${name === 'total' ? 'gr-bold' : classes[name]}`,
    isRight: true,
    lines: [isTax ? '70%' : '80%'],
    attributes: (document) => ({ 'data-zero': document[name] === 0 || undefined }),
    cell: (document) => amountText(document, name),
  }
}

const declared = {
  label: messages.tableLabel,
  loading: messages.loading,
  keyOf: ({ id }: TaxDocument) => id,
  useHidden,
  useFacts: () => ({ mayAddState: useMayAddState() }),
}

/** The register of tax documents (OQ-242). */
export const DocumentTable = recordTable<TaxDocument, Context, 'mayAddState'>({
  ...declared,
  className: classes.table,
  columns,
})

/** The documents without a State, whose rows can be selected (OQ-656). */
export const MissingStateTable = recordTable<TaxDocument, Context & SelectContext, 'mayAddState'>({
  ...declared,
  className: `${classes.table} ${classes.selectable}`,
  columns: [selectColumn(declared.keyOf, ({ serial }) => serial), ...columns],
})

export function useMayAddState(): boolean {
  return useMay<typeof addDocumentState>('money.write')
}

/** Without any action of a row there is no column for them. */
function useHidden(): readonly string[] {
  return useMay<typeof getDocumentFile>('money.read', 'personal.read') ? [] : ['actions']
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
