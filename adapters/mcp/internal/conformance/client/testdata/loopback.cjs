// Makes the servers of the conformance suite listen on the loopback interface.
// Without it, they listen on all interfaces. The function is internal to Node:
// Server.listen with a host is not synchronous, and the suite needs that.
const { Server } = require('node:net');

const { _listen2: listen } = Server.prototype;
Server.prototype._listen2 = function (address, port, addressType, ...rest) {
  return address === null ? listen.call(this, '127.0.0.1', port, 4, ...rest) : listen.call(this, address, port, addressType, ...rest);
};
