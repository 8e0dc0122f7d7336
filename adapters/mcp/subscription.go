package mcp

import (
	"context"
	"errors"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

const methodListen = "subscriptions/listen"

// noteSubscriptionEnd notes that the subscription to changes of the list has ended.
// A server that answers with an error does not support subscriptions.
func (c *clientConnection) noteSubscriptionEnd(m *jsonrpc.Response) {
	var refusal *jsonrpc.Error
	if errors.As(m.Error, &refusal) {
		return
	}
	select {
	case c.unsubscribed <- struct{}{}:
	default: // it is noted already
	}
}

// keepSubscribed subscribes again after the subscription has ended, until the
// connection ends. The SDK subscribes only once. Changes between two
// subscriptions are found by a new list.
func (b *Bridge) keepSubscribed(l *link) {
	ctx, cancel := context.WithCancel(b.ctx)
	defer cancel()
	pause := firstStreamPause
	for {
		begin := time.Now()
		select {
		case <-l.connection.ended:
			return
		case <-l.connection.unsubscribed:
		}
		if time.Since(begin) > maxStreamPause {
			pause = firstStreamPause
		}
		select {
		case <-l.connection.ended:
			return
		case <-time.After(pause):
			pause = min(2*pause, maxStreamPause)
		}
		params := &sdk.SubscriptionsListenParams{Notifications: &sdk.NotificationSubscriptions{ToolsListChanged: true}}
		_, err := sdk.CallCustomMethod[*sdk.SubscriptionsListenParams, *sdk.SubscriptionsListenResult](ctx, l.session, methodListen, params)
		if err != nil {
			return
		}
		b.requestList()
	}
}
