import ArgumentParser
import CommandSupport
import DriftFiles
import WorkoutFiles
import WorkoutModel

/// Adds up reports of other runs.
enum ReportMerging {
  /// The maximum size of a file of reports, in bytes.
  private static let largestFile = 1 << 28

  /// The sum of the reports in the files, of one version of the program; `-` is stdin.
  static func report(of files: [String], version: String) throws -> BatchReport {
    var reports: [BatchReport] = []
    for file in files {
      let (bytes, name) = (try InputFile.bytes(of: file, atMost: largestFile), InputFile.name(of: file))
      if bytes.count > largestFile {
        throw Exit.fail(.badInput, "\(name): reports of more than 256 MB: merge them in parts")
      }
      let read = try Exit.ifInvalid(ReportReader.reports(bytes, named: name, version: version))
      if read.isEmpty { throw Exit.fail(.badInput, "\(name): no report of simulate --json") }
      reports += read
    }
    var sum = BatchReport(version: version)
    do throws(RepeatedSeeds) { try sum.merge(reports) } catch {
      throw Exit.fail(.badInput, SafeText.filtered(error.description))
    }
    return sum
  }
}
