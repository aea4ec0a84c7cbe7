// A minimal react-admin list of orders: the baseline of tools/bench-console.ts.
import { Admin, DataTable, List, Resource } from 'react-admin'
import { createRoot } from 'react-dom/client'

async function getList(_resource, { pagination, signal }) {
  const offset = (pagination.page - 1) * pagination.perPage
  const query = new URLSearchParams({
    entity_type: 'masterclass',
    start_date: '2020-01-01T00:00:00.000Z',
    end_date: '2099-12-31T00:00:00.000Z',
    limit: String(pagination.perPage),
    offset: String(offset),
  })
  const answer = await fetch(`/admin/orders?${query}`, {
    signal,
    headers: { authorization: `Bearer ${sessionStorage.getItem('credential')}` },
  })
  const { data } = await answer.json()
  return {
    data: data.ordersList.map((order) => ({
      id: order._id,
      reference: order.reference_order_id,
      person: `${order.user_id.first_name} ${order.user_id.last_name}`,
      phone: order.user_id.phone,
      amount: order.amount / 100,
      status: order.status,
      bought: order.created_at,
    })),
    total: data.ordersCount,
  }
}

function OrderList() {
  return (
    <List perPage={10} exporter={false}>
      <DataTable>
        <DataTable.Col source="reference" />
        <DataTable.Col source="person" />
        <DataTable.Col source="phone" />
        <DataTable.NumberCol source="amount" />
        <DataTable.Col source="status" />
        <DataTable.Col source="bought" />
      </DataTable>
    </List>
  )
}

createRoot(document.getElementById('root')).render(
  <Admin dataProvider={{ getList }}>
    <Resource name="orders" list={OrderList} />
  </Admin>,
)
