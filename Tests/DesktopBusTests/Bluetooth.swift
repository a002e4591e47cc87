import Foundation

/// BlueZ, as python3-dbusmock plays it: the objects of a strap's characteristics come with its connection.
extension PrivateBus {
  /// Starts BlueZ without an adapter.
  @discardableResult
  func startBluetooth() throws -> pid_t {
    try Self.template.write(toFile: "\(folder)/bluez.py", atomically: false, encoding: .utf8)
    return try mock("--system --template ./bluez.py", name: "org.bluez", log: "bluez")
  }

  /// Calls a method of the mock, such as `Adapter b true`.
  func bluetooth(_ call: String) { _ = output("busctl --user call org.bluez / org.freedesktop.DBus.Mock \(call)") }

  /// Has a strap send bytes.
  func send(_ bytes: [UInt8], from strap: Int) {
    bluetooth("Send uay \(strap) \(bytes.count) \(bytes.map(String.init).joined(separator: " "))")
  }

  /// The calls that BlueZ has received.
  var bluetoothCalls: [String] {
    let own = ["Connect", "Disconnect", "StartNotify", "StopNotify", "StartDiscovery", "StopDiscovery"]
    return text(of: "bluez").split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ").map(String.init)
      return words.count == 2 && own.contains(words[1]) ? words[1] : nil
    }
  }

  private static let template = """
    import dbus
    from dbusmock import MOCK_IFACE, mockobject
    BUS_NAME, MAIN_OBJ, MAIN_IFACE = 'org.bluez', '/', 'org.bluez.Mock'
    SYSTEM_BUS, IS_OBJECT_MANAGER = True, True
    ADAPTER, DEVICE, RATE = 'org.bluez.Adapter1', 'org.bluez.Device1', 'org.bluez.GattCharacteristic1'
    SERVICE = 'org.bluez.GattService1'
    HCI = '/org/bluez/hci0'
    state = {'refusals': 0}
    def load(mock, parameters): pass
    def on(flag): return dbus.Boolean(flag, variant_level=1)
    def path(n): return HCI + '/dev_00_00_00_00_00_%02X' % n
    def add(mock, path, interface, properties, methods):
        mock.AddObject(path, interface, properties, methods)
        mock.object_manager_emit_added(path)
    def remove(mock, path):
        mock.object_manager_emit_removed(path)
        mock.RemoveObject(path)
    def known(path): return path in mockobject.objects
    def check(member):
        if member in state: raise dbus.exceptions.DBusException('not permitted', name=state[member])
    @dbus.service.method(MOCK_IFACE, in_signature='b')
    def Adapter(self, powered):
        if known(HCI): return mockobject.objects[HCI].UpdateProperties(ADAPTER, {'Powered': on(powered)})
        add(self, HCI, ADAPTER, {'Powered': powered, 'Address': '00:00:00:00:00:00'},
            [('StartDiscovery', '', '', ''), ('StopDiscovery', '', '', ''), ('SetDiscoveryFilter', 'a{sv}', '', '')])
    @dbus.service.method(MOCK_IFACE, in_signature='us')
    def Strap(self, n, name):
        uuids = dbus.Array(['0000180d-0000-1000-8000-00805f9b34fb'], signature='s')
        add(self, path(n), DEVICE,
            {'Address': '00:00:00:00:00:%02X' % n, 'Name': name, 'Alias': name, 'UUIDs': uuids, 'Connected': False,
             'ServicesResolved': False, 'Paired': False, 'RSSI': dbus.Int16(-50 - n)},
            [('Connect', '', '', "objects['/'].Join(%d)" % n), ('Disconnect', '', '', "objects['/'].Lose(%d)" % n)])
    @dbus.service.method(MOCK_IFACE, in_signature='u')
    def Refuse(self, times): state['refusals'] = times
    @dbus.service.method(MOCK_IFACE, in_signature='ss')
    def Forbid(self, member, error):
        state[member] = error
        if member == 'GetManagedObjects':
            raising = "raise dbus.exceptions.DBusException('no', name='%s')" % error
            self.AddMethod('org.freedesktop.DBus.ObjectManager', member, '', 'a{oa{sa{sv}}}', raising)
    @dbus.service.method(MOCK_IFACE, in_signature='u')
    def Join(self, n):
        check('Connect')
        if state['refusals'] > 0:
            state['refusals'] -= 1
            raise dbus.exceptions.DBusException('le-connection-abort-by-local', name='org.bluez.Error.Failed')
        device = mockobject.objects[path(n)]
        device.UpdateProperties(DEVICE, {'Connected': on(True)})
        service = path(n) + '/service000e'
        add(self, service, SERVICE, {'UUID': '0000180d-0000-1000-8000-00805f9b34fb'}, [])
        for name, uuid in (('char0011', '00002a38'), ('char000f', '00002a37')):
            empty = dbus.Array([], signature='y')
            add(self, service + '/' + name, RATE,
                {'UUID': uuid + '-0000-1000-8000-00805f9b34fb', 'Value': empty, 'Notifying': False},
                [('StartNotify', '', '', "objects['/'].Begin(%d)" % n), ('StopNotify', '', '', '')])
        device.UpdateProperties(DEVICE, {'ServicesResolved': on(True)})
    @dbus.service.method(MOCK_IFACE, in_signature='u')
    def Begin(self, n):
        check('StartNotify')
        mockobject.objects[path(n) + '/service000e/char000f'].UpdateProperties(RATE, {'Notifying': on(True)})
        self.Send(n, [0x06, 100 + n])
    @dbus.service.method(MOCK_IFACE, in_signature='uay')
    def Send(self, n, value):
        bytes = dbus.Array([dbus.Byte(each) for each in value], signature='y')
        mockobject.objects[path(n) + '/service000e/char000f'].UpdateProperties(RATE, {'Value': bytes})
    @dbus.service.method(MOCK_IFACE, in_signature='u')
    def Lose(self, n):
        for name in ('/service000e/char0011', '/service000e/char000f', '/service000e'):
            if known(path(n) + name): remove(self, path(n) + name)
        mockobject.objects[path(n)].UpdateProperties(DEVICE, {'ServicesResolved': on(False), 'Connected': on(False)})
    """
}
