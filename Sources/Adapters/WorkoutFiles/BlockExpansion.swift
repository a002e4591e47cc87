import StrictJSON
import WorkoutModel

/// Replaces each `use` in the phases of a workout by the block or file that it names.
///
/// The values of the file are replaced before they are decoded, so that a block means the same as its written-out
/// content; each value keeps its location, and `origins` records where a field of the result is written.
struct BlockExpansion {
  /// The place where the fields at and below a path of the expanded file are written.
  struct Origin {
    let expanded: FieldPath
    let written: FieldPath
    /// `nil` for the workout's own file.
    let file: String?
  }

  /// The blocks and files that a `use` of one file can refer to.
  private struct Scope {
    let blocks: JSONObject?
    let sounds: JSONObject?
    /// The folder of the file, relative to that of the workout, with a slash at its end; empty for the same folder.
    let folder: String
    /// The name in messages; `nil` for the workout's own file.
    let file: String?
  }

  /// The maximum nesting depth of blocks and files.
  private static let deepest = 4
  private static let useKeys = FieldKeys("a use", ["use"])

  private let read: PartReader
  /// Receives the problems of blocks; those of the values that use them are in `complaints`, at their written places.
  private let problems: ProblemList
  private(set) var complaints: [LocatedProblem] = []
  private(set) var origins: [Origin] = []
  /// The names of the workout's own blocks that are used.
  private(set) var used: Set<String> = []
  /// The translations in other files that are used.
  private(set) var translations: [JSONValue] = []
  /// The blocks and files of each reported cycle.
  private var circles: Set<Set<String>> = []
  private var nodes = 0
  /// The outermost node that is expanded now, and where it is written.
  private var current: (node: JSONValue, path: FieldPath)?

  init(_ read: @escaping PartReader, _ problems: ProblemList) {
    self.read = read
    self.problems = problems
  }

  /// The expanded file; the file itself if it uses nothing.
  mutating func expand(_ root: JSONValue) -> JSONValue {
    guard let object = root.object else { return root }
    checkBlocks(object)
    guard let phases = object["phases"] else { return root }
    let scope = Scope(blocks: object["blocks"]?.object, sounds: nil, folder: "", file: nil)
    let path = FieldPath.root.key("phases")
    let expanded = expand(phases, scope, Place(expanded: path, written: path), [])
    return root.replacing("phases", in: object, with: expanded)
  }

  private func checkBlocks(_ object: JSONObject) {
    guard let value = object["blocks"] else { return }
    let field = Field(value, at: FieldPath.root.key("blocks"), problems)
    guard let blocks = value.object else {
      return field.complain("must be an object of names and phases or set groups, got \(value.summary)")
    }
    for block in blocks.members where block.value.object == nil {
      Field(block.value, at: field.path.key(block.key), problems)
        .complain("must be an object: a phase or a set group in { }, got \(block.value.summary)")
    }
  }

  /// The place where a value is written, and its place in the result.
  private struct Place {
    var expanded: FieldPath
    var written: FieldPath

    func key(_ key: String) -> Place { Place(expanded: expanded.key(key), written: written.key(key)) }
  }

  /// The unused blocks of a file, each with its place; and values that are not blocks.
  func unused(in root: JSONValue) -> [LocatedProblem] {
    guard let blocks = root["blocks"]?.object else { return [] }
    return blocks.members.filter { !used.contains($0.key) }.map { member in
      LocatedProblem(member.keyLocation, FieldPath.root.key("blocks").key(member.key), "is not used")
    }
  }

  /// The blocks that no phase uses, each as a list of nodes at its place; one that another uses is checked there.
  mutating func unusedNodes(in root: JSONValue) -> [(path: FieldPath, nodes: JSONValue)] {
    guard let blocks = root["blocks"]?.object else { return [] }
    let reached = used
    defer { used = reached }
    let scope = Scope(blocks: blocks, sounds: nil, folder: "", file: nil)
    var result: [(path: FieldPath, nodes: JSONValue)] = []
    for block in blocks.members where !used.contains(block.key) && block.value.object != nil {
      let path = FieldPath.root.key("blocks").key(block.key)
      let place = Place(expanded: path.index(0), written: path)
      add(place, scope)
      let nodes = expand(node: block.value, scope, place, [block.key])
      result.append((path, JSONValue(.list(nodes), at: block.value.location)))
    }
    return result
  }

  /// A list of nodes, expanded; `inside` names the enclosing blocks and files.
  private mutating func expand(_ list: JSONValue, _ scope: Scope, _ place: Place, _ inside: [String]) -> JSONValue {
    guard let elements = list.list else { return list }
    var result: [JSONValue] = []
    for (index, element) in elements.enumerated() {
      let here = Place(expanded: place.expanded.index(result.count), written: place.written.index(index))
      if result.count != index { add(here, scope) }
      if inside.isEmpty { current = (element, here.written) }
      guard inside.isEmpty || isWithinLimit() else { break }
      result += expand(node: element, scope, here, inside)
    }
    return JSONValue(.list(result), at: list.location)
  }

  /// Whether there is space for another node; reports once if there isn't.
  private mutating func isWithinLimit() -> Bool {
    nodes += 1
    if nodes == Limits.nodes + 1, let (node, path) = current {
      let message =
        "comes to more than \(Limits.nodes) phases and groups with the blocks and files that are used up to here"
      problems.add(LocatedProblem(node.location, path, message), breaking: [FieldPath.root.key("phases")])
    }
    return nodes <= Limits.nodes
  }

  private mutating func add(_ place: Place, _ scope: Scope) {
    origins.append(Origin(expanded: place.expanded, written: place.written, file: scope.file))
  }

  /// A node, expanded: itself, or the nodes that it uses.
  private mutating func expand(node: JSONValue, _ scope: Scope, _ place: Place, _ inside: [String]) -> [JSONValue] {
    guard let object = node.object else { return [node] }
    guard object["use"] != nil else {
      guard let phases = object["phases"] else { return [node.local(to: scope.sounds, scope.folder)] }
      var group = node.replacing("phases", in: object, with: expand(phases, scope, place.key("phases"), inside))
      if let between = object["between"], let written = group.object {
        let single = expand(between: between, scope, place.key("between"), inside)
        group = group.replacing("between", in: written, with: single)
      }
      return [group.local(to: scope.sounds, scope.folder)]
    }
    let own = ProblemList()
    defer { complaints += own.problems.map { LocatedProblem($0.location, $0.path, $0.message, file: scope.file) } }
    let field = Field(node, at: place.written, own)
    guard let fields = FieldReader(field, Self.useKeys), let use = fields.optional("use"), let name = use.text() else {
      return [Self.placeholder(node)]
    }
    guard inside.count < Self.deepest else {
      use.complain("blocks and files are used more than \(Self.deepest) deep: \(Self.chain(inside + [name]))")
      return [Self.placeholder(node)]
    }
    if let block = scope.blocks?[name] {
      let key = (scope.file.map { "\($0): " } ?? "") + name
      guard !inside.contains(key) else { return circle(use, inside, key, node) }
      if scope.file == nil { used.insert(name) }
      let inner = Place(expanded: place.expanded, written: FieldPath.root.key("blocks").key(name))
      guard block.object != nil else { return [Self.placeholder(node)] }
      add(inner, scope)
      return expand(node: block, scope, inner, inside + [key])
    }
    guard SoundReference.looksLikePath(name) else {
      let names = scope.blocks?.members.map { $0.key } ?? []
      use.complain(
        "there is no block \(Excerpt.quoted(name))" + Suggestion.question(name, among: names)
          + (names.isEmpty ? ": name it in \"blocks\", or write the path of a workout file" : ""))
      return [Self.placeholder(node)]
    }
    return file(name, use, scope, place, inside, node)
  }

  /// The node between two others, expanded; a file with several phases can't be one.
  private mutating func expand(
    between node: JSONValue, _ scope: Scope, _ place: Place, _ inside: [String]
  ) -> JSONValue {
    let nodes = expand(node: node, scope, place, inside)
    if nodes.count == 1 { return nodes[0] }
    let message = "must be one phase or set group, the file has \(nodes.count): put a group with \"sets\": 1 around it"
    complaints.append(LocatedProblem(node.location, place.written, message, file: scope.file))
    return Self.placeholder(node)
  }

  private mutating func file(
    _ name: String, _ use: Field, _ scope: Scope, _ place: Place, _ inside: [String], _ node: JSONValue
  ) -> [JSONValue] {
    let path = scope.folder + name
    if let complaint = SoundPath.complaint(about: path) {
      use.complain(complaint)
      return [Self.placeholder(node)]
    }
    guard !inside.contains(path) else { return circle(use, inside, path, node) }
    let root: JSONValue
    do throws(PartError) {
      root = try parsed(path, use)
    } catch {
      use.complain(error.explanation)
      return [Self.placeholder(node)]
    }
    guard let list = root["phases"]?.list, !list.isEmpty else {
      use.complain("\(Excerpt.quoted(path)) has no \"phases\"")
      return [Self.placeholder(node)]
    }
    if let own = root["translations"] { translations.append(own) }
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    let part = Scope(blocks: root["blocks"]?.object, sounds: root["sounds"]?.object, folder: folder, file: path)
    var result: [JSONValue] = []
    for (index, element) in list.enumerated() where isWithinLimit() {
      var here = place
      here.expanded = place.expanded.advanced(by: result.count)
      here.written = FieldPath.root.key("phases").index(index)
      add(here, part)
      result += expand(node: element, part, here, inside + [path])
    }
    return result
  }

  private func parsed(_ path: String, _ use: Field) throws(PartError) -> JSONValue {
    let bytes = try read(path)
    do throws(LocatedProblem) { return try JSONReader.readFile(bytes).root } catch {
      throw PartError("\(error.line(in: path))")
    }
  }

  /// Reports a cycle once, wherever it is entered.
  private mutating func circle(
    _ use: Field, _ inside: [String], _ name: String, _ node: JSONValue
  ) -> [JSONValue] {
    if circles.insert(Set(inside.drop { $0 != name })).inserted {
      use.complain("uses itself: \(Self.chain(inside + [name]))")
    }
    return [Self.placeholder(node)]
  }

  private static func chain(_ names: [String]) -> String {
    names.map { Excerpt.plain($0) }.joined(separator: " → ")
  }

  /// A placeholder for a `use` that can't be expanded, so that the nodes around it can still be checked.
  private static func placeholder(_ node: JSONValue) -> JSONValue {
    let members = [("name", "?"), ("duration", "1s")].map { key, text in
      JSONMember(key, at: node.location, JSONValue(.text(text), at: node.location))
    }
    return JSONValue(.object(JSONObject(members)), at: node.location)
  }
}

extension FieldPath {
  /// The path to the element `count` places later in its list.
  fileprivate func advanced(by count: Int) -> FieldPath {
    guard case .index(let index) = steps.last else { return self }
    return FieldPath(Array(steps.dropLast())).index(index + count)
  }
}

extension JSONValue {
  fileprivate func replacing(_ key: String, in object: JSONObject, with value: JSONValue) -> JSONValue {
    let members = object.members.map { $0.key == key ? JSONMember(key, at: $0.keyLocation, value) : $0 }
    return JSONValue(.object(JSONObject(members)), at: location)
  }

  /// A node of another file, with the sounds that it names as paths from the workout's folder; nodes inside it
  /// are unchanged.
  fileprivate func local(to sounds: JSONObject?, _ folder: String) -> JSONValue {
    guard sounds != nil || !folder.isEmpty else { return self }
    switch content {
    case .object(let object):
      let members = object.members.map { member in
        let value =
          switch member.key {
          case "sound", "track": member.value.soundPath(sounds, folder)
          case "phases", "between": member.value
          default: member.value.local(to: sounds, folder)
          }
        return JSONMember(member.key, at: member.keyLocation, value)
      }
      return JSONValue(.object(JSONObject(members)), at: location)
    case .list(let list):
      return JSONValue(.list(list.map { $0.local(to: sounds, folder) }), at: location)
    default: return self
    }
  }

  private func soundPath(_ sounds: JSONObject?, _ folder: String) -> JSONValue {
    guard let name = text else { return self }
    if let path = sounds?[name]?.text { return JSONValue(.text(folder + path), at: location) }
    return SoundReference.looksLikePath(name) ? JSONValue(.text(folder + name), at: location) : self
  }
}
